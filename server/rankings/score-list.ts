/** The scores of the people on a board, for computing ranks. Takes twelve bytes per person. */
export class ScoreList {
  /** The people's ids in ascending order, and their scores in the same order. */
  #ids: Int32Array;
  #scores: Int32Array;
  /** The scores in ascending order. */
  #sorted: Int32Array;
  #size: number;

  /** `ids` must be in ascending order, and `scores`, in the same order, must be positive. */
  constructor(ids: Int32Array, scores: Int32Array) {
    this.#ids = ids;
    this.#scores = scores;
    this.#sorted = scores.toSorted();
    this.#size = ids.length;
  }

  /** The number of people. */
  get size(): number {
    return this.#size;
  }

  /** The size of the list in memory, in bytes. */
  get bytes(): number {
    return 3 * this.#ids.byteLength;
  }

  /** Returns how many people have a higher score. */
  countAbove(score: number): number {
    return this.#size - positionOf(this.#sorted, this.#size, score + 1);
  }

  /** Sets a person's score; a person whose score is 0 is not on the board. */
  set(id: number, score: number): void {
    const at = positionOf(this.#ids, this.#size, id);
    const before = at < this.#size && this.#ids[at] === id ? (this.#scores[at] as number) : 0;
    if (score === before) return;
    if (before > 0) removeAt(this.#sorted, this.#size, positionOf(this.#sorted, this.#size, before));
    const others = this.#size - (before > 0 ? 1 : 0);
    if (before > 0 && score === 0) {
      removeAt(this.#ids, this.#size, at);
      removeAt(this.#scores, this.#size, at);
    } else if (before === 0) {
      this.#makeRoom();
      insertAt(this.#ids, this.#size, at, id);
      insertAt(this.#scores, this.#size, at, score);
    } else this.#scores[at] = score;
    if (score > 0) insertAt(this.#sorted, others, positionOf(this.#sorted, others, score), score);
    this.#size = others + (score > 0 ? 1 : 0);
  }

  #makeRoom(): void {
    if (this.#size < this.#ids.length) return;
    const larger = (array: Int32Array) => {
      const copy = new Int32Array(Math.ceil(array.length * 1.25) + 16);
      copy.set(array);
      return copy;
    };
    [this.#ids, this.#scores, this.#sorted] = [larger(this.#ids), larger(this.#scores), larger(this.#sorted)];
  }
}

/** Returns the index of the first of `size` ascending values that is at least `value`. */
function positionOf(values: Int32Array, size: number, value: number): number {
  let [from, until] = [0, size];
  while (from < until) {
    const middle = (from + until) >>> 1;
    if ((values[middle] as number) < value) from = middle + 1;
    else until = middle;
  }
  return from;
}

function insertAt(values: Int32Array, size: number, at: number, value: number): void {
  values.copyWithin(at + 1, at, size);
  values[at] = value;
}

function removeAt(values: Int32Array, size: number, at: number): void {
  values.copyWithin(at, at + 1, size);
}
