import type { World } from '../world.ts';

/** How many calls are allowed in 15 minutes (`short`) and in a day (`long`). */
interface Allowance {
  short: number;
  long: number;
}

interface Count {
  window: number;
  calls: number;
}

const quarter = 15 * 60_000;
const day = 24 * 60 * 60_000;

/**
 * Strava's rate limits for an app. They apply to each quarter of an hour (by the clock) and to each UTC day. Reads have
 * their own limits, in addition to the limits for all calls.
 */
export class StravaLimits {
  allowed: { all: Allowance; read: Allowance } = {
    all: { short: 200, long: 2000 },
    read: { short: 100, long: 1000 },
  };
  readonly #world: World;
  readonly #counts = {
    all: { short: { window: 0, calls: 0 }, long: { window: 0, calls: 0 } },
    read: { short: { window: 0, calls: 0 }, long: { window: 0, calls: 0 } },
  };

  constructor(world: World) {
    this.#world = world;
  }

  /**
   * Counts calls, even if they are rejected. Returns the headers of the response, and whether the calls exceed a limit.
   */
  take(isRead: boolean, calls = 1): { headers: Record<string, string>; isTooMany: boolean } {
    const kinds = ['all', 'read'] as const;
    for (const kind of kinds) {
      const counted = kind === 'all' || isRead ? calls : 0;
      this.#count(this.#counts[kind].short, quarter, counted);
      this.#count(this.#counts[kind].long, day, counted);
    }
    const pair = (kind: (typeof kinds)[number]) => {
      const { short, long } = this.#counts[kind];
      const { allowed } = this;
      return {
        limit: `${allowed[kind].short},${allowed[kind].long}`,
        usage: `${short.calls},${long.calls}`,
        isOver: short.calls > allowed[kind].short || long.calls > allowed[kind].long,
      };
    };
    const [all, read] = [pair('all'), pair('read')];
    return {
      headers: {
        'x-ratelimit-limit': all.limit,
        'x-ratelimit-usage': all.usage,
        'x-readratelimit-limit': read.limit,
        'x-readratelimit-usage': read.usage,
      },
      isTooMany: all.isOver || (isRead && read.isOver),
    };
  }

  #count(count: Count, length: number, calls: number): void {
    const window = Math.floor(this.#world.now().epochMilliseconds / length);
    count.calls = (count.window === window ? count.calls : 0) + calls;
    count.window = window;
  }
}
