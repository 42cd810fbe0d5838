import { Temporal } from 'temporal-polyfill';

interface Due {
  at: Temporal.Instant;
  run: () => Promise<void>;
}

/**
 * The time of the simulated services, and what they do later: it passes by itself, and can be advanced to see
 * at once what takes days.
 */
export class World {
  #ahead: Temporal.Duration;
  #due: Due[] = [];
  #timers = new Set<NodeJS.Timeout>();

  /** `now` is the moment that it is there; that of here, unless something else is said. */
  constructor(now = Temporal.Now.instant()) {
    this.#ahead = Temporal.Now.instant().until(now);
  }

  now(): Temporal.Instant {
    return Temporal.Now.instant().add(this.#ahead);
  }

  /** Does something once a time has passed; by itself, or in `advance`. What it throws is its own matter. */
  later(seconds: number, run: () => Promise<void>): void {
    const due = { at: this.now().add({ milliseconds: Math.round(seconds * 1000) }), run };
    this.#due.push(due);
    // Longer than a timer can wait: only the clock's advance gets there.
    if (seconds > 86_400) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (this.#take(due)) void due.run();
    }, seconds * 1000);
    timer.unref();
    this.#timers.add(timer);
  }

  /** Advances the clock, doing on the way and in its order what becomes due, and what that puts off in turn. */
  async advance(duration: Temporal.DurationLike): Promise<void> {
    const until = this.now().add(duration);
    for (;;) {
      const next = this.#due
        .filter(({ at }) => Temporal.Instant.compare(at, until) <= 0)
        .sort((one, other) => Temporal.Instant.compare(one.at, other.at))[0];
      if (!next) break;
      this.#take(next);
      this.#setTo(next.at);
      await next.run();
    }
    this.#setTo(until);
  }

  /** Forgets everything that was put off. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#due = [];
  }

  #take(due: Due): boolean {
    const place = this.#due.indexOf(due);
    if (place >= 0) this.#due.splice(place, 1);
    return place >= 0;
  }

  /** Never back. */
  #setTo(moment: Temporal.Instant): void {
    const missing = this.now().until(moment);
    if (missing.sign > 0) this.#ahead = this.#ahead.add(missing);
  }
}
