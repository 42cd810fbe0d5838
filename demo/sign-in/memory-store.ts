import type { Adapter, AdapterPayload } from 'oidc-provider';

/**
 * The maximum number of entries, which is plenty for a demo. The oldest ones are dropped first, so that nobody can fill
 * the memory.
 */
const most = 2000;

/** Stores the data of the simulated identity provider in the memory of this process. */
export class MemoryStore implements Adapter {
  static readonly #kept = new Map<string, AdapterPayload>();
  readonly #kind: string;

  constructor(kind: string) {
    this.#kind = kind;
  }

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    const kept = MemoryStore.#kept;
    kept.delete(this.#key(id));
    kept.set(this.#key(id), payload);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest) kept.delete(oldest);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return MemoryStore.#kept.get(this.#key(id));
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#all().find(([, payload]) => payload.uid === uid)?.[1];
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    const payload = await this.find(id);
    if (payload) payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    MemoryStore.#kept.delete(this.#key(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, payload] of this.#all()) if (payload.grantId === grantId) MemoryStore.#kept.delete(key);
  }

  #key(id: string): string {
    return `${this.#kind} ${id}`;
  }

  #all(): [string, AdapterPayload][] {
    return [...MemoryStore.#kept].filter(([key]) => key.startsWith(`${this.#kind} `));
  }
}
