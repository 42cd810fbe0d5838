/** Returns the median of numbers; the higher of the two middle ones if their number is even, NaN if there are none. */
export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
