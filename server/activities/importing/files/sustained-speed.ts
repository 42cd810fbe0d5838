/**
 * How long a speed must be sustained, in seconds: long enough to exclude sprints, short descents and jumps in
 * position.
 */
const shortest = 300;

/** The fraction of that time in which the speed may be lower, for example at traffic lights. */
const slower = 0.2;

/** Points are combined into stretches of at least this many seconds, to even out inexact positions. */
const stretch = 10;

/** A stretch counts for at most this many seconds, so that a single jump after a long gap is not a sustained speed. */
const longestStretch = 60;

interface Stretch {
  seconds: number;
  /** In metres per second. */
  speed: number;
}

/**
 * Finds the highest speed that a recording sustains for five minutes: the speed that it exceeds in four
 * fifths of that time. Remembers only the last five minutes.
 */
export class SustainedSpeed {
  #last: Stretch[] = [];
  #total = 0;
  #seconds = 0;
  #metres = 0;
  #highest = 0;

  /** Forgets the previous points, because the recording was paused. */
  pause(): void {
    this.#last = [];
    this.#total = 0;
    this.#seconds = 0;
    this.#metres = 0;
  }

  add(metres: number, seconds: number): void {
    this.#metres += metres;
    this.#seconds += Math.max(0, seconds);
    if (this.#seconds < stretch) return;
    const counted = Math.min(this.#seconds, longestStretch);
    this.#last.push({ seconds: counted, speed: this.#metres / this.#seconds });
    this.#total += counted;
    this.#seconds = 0;
    this.#metres = 0;
    for (let [first] = this.#last; first && this.#total - first.seconds >= shortest; [first] = this.#last) {
      this.#last.shift();
      this.#total -= first.seconds;
    }
    if (this.#total >= shortest) this.#highest = Math.max(this.#highest, this.#kept());
  }

  /** In metres per hour; 0 if the recording is shorter than five minutes. */
  get metresPerHour(): number {
    return Math.round(this.#highest * 3600);
  }

  #kept(): number {
    let passed = 0;
    for (const { seconds, speed } of this.#last.toSorted((one, other) => one.speed - other.speed)) {
      passed += seconds;
      if (passed > this.#total * slower) return speed;
    }
    return 0;
  }
}
