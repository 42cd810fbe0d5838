import { type DeliveryPolicy, deliver, exponentialDelay, type Transport } from '../delivery.ts';
import type { World } from '../world.ts';

/** The webhook addresses set in the portal by hand; `ping` only announces that activities are ready. */
export interface GarminPortal {
  address: string | undefined;
  mode: 'push' | 'ping';
}

type List = 'activities' | 'manuallyUpdatedActivities' | 'deregistrations' | 'userPermissionsChange';

/** Events within this many seconds are sent in one body, for all people together. */
const collectingSeconds = 1;

/** Garmin waits half a minute for a 200, and retries for seven days. */
const policy: DeliveryPolicy = {
  deadlineSeconds: 30,
  isTaken: (status) => status === 200,
  again: exponentialDelay,
};

/** Webhooks of the simulated Garmin: unsigned, with events of many members in one body. */
export class GarminPush {
  readonly portal: GarminPortal = { address: undefined, mode: 'push' };
  /** Faults of the deliveries. */
  transport: Transport = (message, send) => send(message);
  readonly #world: World;
  readonly #clientId: string;
  #waiting: Partial<Record<List, object[]>> | undefined;

  constructor(world: World, clientId: string) {
    this.#world = world;
    this.#clientId = clientId;
  }

  /** Sends an item soon, together with others of the same time. */
  tell(list: List, item: object): void {
    if (!this.#waiting) {
      this.#waiting = {};
      this.#world.later(collectingSeconds, () => this.flush());
    }
    this.#waiting[list] = [...(this.#waiting[list] ?? []), item];
  }

  /** Sends all waiting items immediately. */
  async flush(): Promise<void> {
    const body = this.#waiting;
    this.#waiting = undefined;
    if (body) await this.send(body);
  }

  async send(body: object): Promise<void> {
    const { address } = this.portal;
    if (!address) return;
    await this.transport(
      { address, headers: { 'garmin-client-id': this.#clientId }, body: JSON.stringify(body) },
      (message) => deliver(this.#world, message, policy),
    );
  }
}
