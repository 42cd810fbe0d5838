import { type DeliveryPolicy, deliver, exponentialDelay, type Transport } from '../delivery.ts';
import type { World } from '../world.ts';

/**
 * The webhook settings that are made by hand in Garmin's portal. In `ping` mode, a webhook call only announces that
 * activities are ready.
 */
export interface GarminPortal {
  address: string | undefined;
  mode: 'push' | 'ping';
}

type List = 'activities' | 'manuallyUpdatedActivities' | 'deregistrations' | 'userPermissionsChange';

/** How many seconds Garmin collects the events of all people before it sends them in one body. */
const collectingSeconds = 1;

/** Garmin waits 30 seconds for status 200, and retries for seven days. */
const policy: DeliveryPolicy = {
  deadlineSeconds: 30,
  isTaken: (status) => status === 200,
  again: exponentialDelay,
};

/** The webhooks of the simulated Garmin. They are not signed, and one body may contain events of many members. */
export class GarminPush {
  readonly portal: GarminPortal = { address: undefined, mode: 'push' };
  /** Faults in webhook delivery. */
  transport: Transport = (message, send) => send(message);
  readonly #world: World;
  readonly #clientId: string;
  #waiting: Partial<Record<List, object[]>> | undefined;

  constructor(world: World, clientId: string) {
    this.#world = world;
    this.#clientId = clientId;
  }

  /** Adds an item to the next webhook call, which is sent soon and contains all items that are waiting. */
  sendEvent(list: List, item: object): void {
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
