import { Temporal } from 'temporal-polyfill';
import { SimulatorState } from './simulator-state.ts';

interface Due {
  at: Temporal.Instant;
  run: () => Promise<void>;
}

/**
 * The clock of the simulated services, their scheduled functions and their memory. The clock runs in real time, but
 * tests can advance it instead of waiting for days.
 */
export class World {
  #ahead: Temporal.Duration;
  #due: Due[] = [];
  #timers = new Set<NodeJS.Timeout>();

  /** What the services remember. */
  readonly state: SimulatorState;

  /** `now` is the simulated time at the start; by default, the real time. */
  constructor(now = Temporal.Now.instant(), state = new SimulatorState()) {
    this.state = state;
    this.#ahead = Temporal.Now.instant().until(now);
  }

  now(): Temporal.Instant {
    return Temporal.Now.instant().add(this.#ahead);
  }

  /**
   * Schedules a function, which runs when its time comes or when `advance` passes that time. Errors are not handled.
   */
  later(seconds: number, run: () => Promise<void>): void {
    const due = { at: this.now().add({ milliseconds: Math.round(seconds * 1000) }), run };
    this.#due.push(due);
    // Too far ahead for a timer, so only `advance` can run the function.
    if (seconds > 86_400) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (this.#take(due)) void due.run();
    }, seconds * 1000);
    timer.unref();
    this.#timers.add(timer);
  }

  /**
   * Advances the clock and runs, in order, all functions that become due by then, including newly scheduled
   * ones.
   */
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

  /** Cancels all scheduled functions. */
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

  /** Moves the clock forward to a time, but never back. */
  #setTo(moment: Temporal.Instant): void {
    const missing = this.now().until(moment);
    if (missing.sign > 0) this.#ahead = this.#ahead.add(missing);
  }
}
