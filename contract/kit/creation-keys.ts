/** Provides the `Idempotency-Key` header for a client's calls that create something. */
export interface CreationKeys {
  /** Returns the key for a call, identified by its address and body. The key is the same until a response arrives. */
  keyOf(call: string): string;
  /** Forgets the key of a call after its response; after a 5xx status, keeps the key for retries. */
  answered(call: string, status: number): void;
}

/** Stores the keys of calls that have no response yet. */
export interface UnansweredCalls {
  get(call: string): string | undefined;
  set(call: string, key: string): void;
  delete(call: string): void;
}

/** Generates one key per intended creation. A call without a response is repeated with the same key. */
export function creationKeys(unanswered: UnansweredCalls = new Map()): CreationKeys {
  return {
    keyOf(call) {
      const key = unanswered.get(call) ?? newKey();
      unanswered.set(call, key);
      return key;
    },
    answered(call, status) {
      if (status < 500) unanswered.delete(call);
    },
  };
}

/** Generates 128 random bits; browsers have no `randomUUID` on pages without TLS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
