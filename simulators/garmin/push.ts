import { deliver, exponentially, type Manner, type OnItsWay } from '../delivery.ts';
import type { World } from '../world.ts';

/** Where the portal says that notices go, by hand; `ping` says only where the activities wait. */
export interface GarminPortal {
  address: string | undefined;
  mode: 'push' | 'ping';
}

type List = 'activities' | 'manuallyUpdatedActivities' | 'deregistrations' | 'userPermissionsChange';

/** What comes up in so many seconds goes out in one body, whomever it is about. */
const collectingSeconds = 1;

/** Garmin waits half a minute for a 200, and comes again for seven days. */
const manner: Manner = {
  deadlineSeconds: 30,
  isTaken: (status) => status === 200,
  again: exponentially,
};

/** What the simulated Garmin sends: unsigned, and of many members in one body. */
export class GarminPush {
  readonly portal: GarminPortal = { address: undefined, mode: 'push' };
  /** Faults of the deliveries. */
  onItsWay: OnItsWay = (message, send) => send(message);
  readonly #world: World;
  readonly #clientId: string;
  #waiting: Partial<Record<List, object[]>> | undefined;

  constructor(world: World, clientId: string) {
    this.#world = world;
    this.#clientId = clientId;
  }

  /** Sends a member of a list soon, together with what else comes up meanwhile. */
  tell(list: List, item: object): void {
    if (!this.#waiting) {
      this.#waiting = {};
      this.#world.later(collectingSeconds, () => this.flush());
    }
    this.#waiting[list] = [...(this.#waiting[list] ?? []), item];
  }

  /** Sends at once what waits. */
  async flush(): Promise<void> {
    const body = this.#waiting;
    this.#waiting = undefined;
    if (body) await this.send(body);
  }

  async send(body: object): Promise<void> {
    const { address } = this.portal;
    if (!address) return;
    await this.onItsWay(
      { address, headers: { 'garmin-client-id': this.#clientId }, body: JSON.stringify(body) },
      (message) => deliver(this.#world, message, manner),
    );
  }
}
