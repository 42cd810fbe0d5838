/** The largest score, in hundredths of a kilometre (21 million kilometres). Larger scores share a rank. */
const mostScore = 2_147_483_647;

/** Converts metres to the score that ranks are made of: kilometres as displayed, times a hundred. */
export const hundredthsOf = (metres: number): number => Math.min(Math.floor((metres + 5) / 10), mostScore);

/** The metres of people on a board, for computing ranks. Takes twenty bytes per person. */
export class ScoreList {
  /** The people's ids in ascending order, and their metres in the same order. */
  #ids: Int32Array;
  #metres: Float64Array;
  /** Everybody's score (the upper 32 bits) and id (the lower 32 bits) in ascending order. */
  #sorted: BigUint64Array;
  #size: number;

  /** `ids` must be in ascending order, and `metres`, in the same order, must be positive. */
  constructor(ids: Int32Array, metres: Float64Array) {
    this.#ids = ids;
    this.#metres = metres;
    this.#sorted = BigUint64Array.from(ids, (id, index) =>
      pairOf(hundredthsOf(metres[index] ?? 0), id),
    ).sort();
    this.#size = ids.length;
  }

  /** The size of the list in memory, in bytes. */
  get bytes(): number {
    return this.#ids.byteLength + this.#metres.byteLength + this.#sorted.byteLength;
  }

  /** Returns a person's metres; 0 if they have none. */
  metresOf(id: number): number {
    const at = positionOf(this.#ids, this.#size, id);
    return at < this.#size && this.#ids[at] === id ? (this.#metres[at] as number) : 0;
  }

  /** Returns how many people have a higher score. */
  countAbove(hundredths: number): number {
    return this.#size - this.#firstAbove(hundredths);
  }

  /** Returns the people who share the next higher score; nobody if there is none. */
  nextAbove(hundredths: number): number[] {
    const from = this.#firstAbove(hundredths);
    if (from === this.#size) return [];
    const until = this.#firstAbove(Number((this.#sorted[from] as bigint) >> 32n));
    return Array.from(this.#sorted.subarray(from, until), (pair) => Number(pair & 0xffff_ffffn));
  }

  /** Returns the position in `#sorted` of the first person with a higher score. */
  #firstAbove(hundredths: number): number {
    return positionOf(this.#sorted, this.#size, pairOf(Math.min(hundredths, mostScore) + 1, 0));
  }

  /** Sets a person's metres; a person with 0 metres leaves the list. */
  set(id: number, metres: number): void {
    const before = this.metresOf(id);
    if (metres === before) return;
    const at = positionOf(this.#ids, this.#size, id);
    if (before > 0 && metres > 0) {
      this.#metres[at] = metres;
      this.#move(pairOf(hundredthsOf(before), id), pairOf(hundredthsOf(metres), id));
    } else if (before > 0) {
      const pair = pairOf(hundredthsOf(before), id);
      removeAt(this.#sorted, this.#size, positionOf(this.#sorted, this.#size, pair));
      removeAt(this.#ids, this.#size, at);
      removeAt(this.#metres, this.#size, at);
      this.#size -= 1;
    } else {
      this.#makeRoom();
      const pair = pairOf(hundredthsOf(metres), id);
      insertAt(this.#sorted, this.#size, positionOf(this.#sorted, this.#size, pair), pair);
      insertAt(this.#ids, this.#size, at, id);
      insertAt(this.#metres, this.#size, at, metres);
      this.#size += 1;
    }
  }

  /** Replaces a pair in `#sorted`; only the pairs between the two positions move. */
  #move(before: bigint, after: bigint): void {
    const from = positionOf(this.#sorted, this.#size, before);
    const to = positionOf(this.#sorted, this.#size, after);
    if (to > from) this.#sorted.copyWithin(from, from + 1, to);
    else this.#sorted.copyWithin(to + 1, to, from);
    this.#sorted[to > from ? to - 1 : to] = after;
  }

  #makeRoom(): void {
    if (this.#size < this.#ids.length) return;
    const capacity = Math.ceil(this.#size * 1.25) + 16;
    const [ids, metres, sorted] = [this.#ids, this.#metres, this.#sorted];
    this.#ids = new Int32Array(capacity);
    this.#metres = new Float64Array(capacity);
    this.#sorted = new BigUint64Array(capacity);
    this.#ids.set(ids);
    this.#metres.set(metres);
    this.#sorted.set(sorted);
  }
}

const pairOf = (hundredths: number, id: number): bigint => (BigInt(hundredths) << 32n) | BigInt(id);

interface Values<Value> {
  [index: number]: Value;
  copyWithin(target: number, start: number, end: number): unknown;
}

/** Returns the index of the first of `size` ascending values that is at least `value`. */
function positionOf<Value extends number | bigint>(
  values: Values<Value>,
  size: number,
  value: Value,
): number {
  let [from, until] = [0, size];
  while (from < until) {
    const middle = (from + until) >>> 1;
    if ((values[middle] as Value) < value) from = middle + 1;
    else until = middle;
  }
  return from;
}

function insertAt<Value>(values: Values<Value>, size: number, at: number, value: Value): void {
  values.copyWithin(at + 1, at, size);
  values[at] = value;
}

function removeAt(values: Values<number> | Values<bigint>, size: number, at: number): void {
  values.copyWithin(at, at + 1, size);
}
