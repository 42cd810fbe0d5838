/** Pseudo-random numbers. The same seed gives the same numbers, so that the demo is identical everywhere. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A number from 0 (included) to 1 (excluded). The generator is mulberry32, by Tommy Ettinger (public domain). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(minimum: number, maximum: number): number {
    return minimum + (maximum - minimum) * this.next();
  }

  /** A whole number between two limits, both included. */
  integer(minimum: number, maximum: number): number {
    return Math.floor(this.between(minimum, maximum + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A random item of a list. Throws if the list is empty. */
  pick<Item>(list: readonly Item[]): Item {
    if (list.length === 0) throw new Error('the list is empty');
    return list[this.integer(0, list.length - 1)] as Item;
  }

  /** A shuffled copy of a list (Fisher–Yates). */
  shuffled<Item>(list: readonly Item[]): Item[] {
    const mixed = [...list];
    for (let last = mixed.length - 1; last > 0; last -= 1) {
      const other = this.integer(0, last);
      [mixed[last], mixed[other]] = [mixed[other] as Item, mixed[last] as Item];
    }
    return mixed;
  }

  /** A version 4 UUID (RFC 9562). */
  uuid(): string {
    const digits = Array.from({ length: 32 }, (_, index) => {
      const digit = this.integer(0, 15);
      return (index === 12 ? 4 : index === 16 ? (digit & 3) | 8 : digit).toString(16);
    }).join('');
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }
}
