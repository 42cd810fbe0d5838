import type { Temporal } from 'temporal-polyfill';
import type { World } from '../world.ts';

/** The windows of Polar's limits: the length, the basic number of calls, and the number added per registered person. */
const windows = [
  { seconds: 15 * 60, calls: 500, callsPerPerson: 20 },
  { seconds: 24 * 60 * 60, calls: 5000, callsPerPerson: 100 },
];

/** The rate limits of the simulated Polar. A window begins with its first call. */
export class PolarLimits {
  readonly #world: World;
  readonly #begun: ({ at: Temporal.Instant; calls: number } | undefined)[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /**
   * Counts a call, even if it is rejected. Returns the headers of the response, and whether the call exceeds a limit.
   */
  take(people: number, calls = 1): { headers: Record<string, string>; isTooMany: boolean } {
    const now = this.#world.now();
    const counts = windows.map(({ seconds, calls: base, callsPerPerson }, place) => {
      const before = this.#begun[place];
      const begun =
        before && now.since(before.at).total('seconds') < seconds ? before : { at: now, calls: 0 };
      begun.calls += calls;
      this.#begun[place] = begun;
      const left = Math.ceil(seconds - now.since(begun.at).total('seconds'));
      return { used: begun.calls, limit: base + callsPerPerson * people, left };
    });
    const both = (pick: (count: (typeof counts)[number]) => number) => counts.map(pick).join(', ');
    return {
      headers: {
        'ratelimit-usage': both(({ used }) => used),
        'ratelimit-limit': both(({ limit }) => limit),
        'ratelimit-reset': both(({ left }) => left),
      },
      isTooMany: counts.some(({ used, limit }) => used > limit),
    };
  }
}
