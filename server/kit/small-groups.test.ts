import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fewestPeople } from '../../contract/kit/fewest-people.ts';
import { type Part, toldCount, toldSums } from './small-groups.ts';

/** Prime, so that numbers can be divided: what is told adds up the same whatever they are. */
const prime = 1_000_003;

const inverse = (number: number): number => {
  let [result, base, power] = [1n, BigInt(number), BigInt(prime - 2)];
  const modulus = BigInt(prime);
  while (power > 0n) {
    if (power & 1n) result = (result * base) % modulus;
    base = (base * base) % modulus;
    power >>= 1n;
  }
  return Number(result);
};

/** How many of the rows of a matrix do not follow from the others. */
function rank(matrix: number[][]): number {
  const rows = matrix.map((row) => [...row]);
  let found = 0;
  for (let column = 0; column < (rows[0]?.length ?? 0); column += 1) {
    const pivot = rows.findIndex((row, index) => index >= found && row[column] !== 0);
    if (pivot < 0) continue;
    [rows[found], rows[pivot]] = [rows[pivot] as number[], rows[found] as number[]];
    const head = rows[found] as number[];
    const scale = inverse(head[column] as number);
    for (const [index, row] of rows.entries()) {
      if (index === found || row[column] === 0) continue;
      const factor = ((row[column] as number) * scale) % prime;
      for (const [at, value] of head.entries())
        row[at] = ((((row[at] as number) - factor * value) % prime) + prime) % prime;
    }
    found += 1;
  }
  return found;
}

const groupsOf = (people: number[], size: number): number[][] =>
  size === 0
    ? [[]]
    : people.flatMap((person, index) =>
        groupsOf(people.slice(index + 1), size - 1).map((group) => [person, ...group]),
      );

/** The groups of fewer than five whose sum follows from what is told, by whatever adding and subtracting. */
function revealed(parts: Part[]): number[][] {
  const { rows, columns, total } = toldSums(parts);
  const told = [
    ...(total ? [parts.map(() => 1)] : []),
    ...[...rows].map((name) => parts.map(({ row }) => Number(row === name))),
    ...[...columns].map((name) => parts.map(({ column }) => Number(column === name))),
  ];
  const all = rank(told);
  const people = [...new Set(parts.flatMap(({ person }) => (person === null ? [] : [person])))];
  // A combination tells something of a group where it is nothing for everybody else.
  return groupsOf(people, Math.min(fewestPeople - 1, people.length)).filter((group) => {
    const others = told.map((sum) =>
      sum.filter((_, at) => {
        const person = parts[at]?.person ?? null;
        return person !== null && !group.includes(person);
      }),
    );
    return rank(others) < all;
  });
}

const part = (row: string, column: string, person: number | null): Part => ({ row, column, person });
const of = (row: string, column: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => part(row, column, from + index));

describe('sums that may be told', () => {
  it('are all of them where each is of five people or more', () => {
    const { rows, columns, total } = toldSums([...of('run', 'a', 1, 6), ...of('swim', 'b', 7, 12)]);
    expect([[...rows], [...columns], total]).toEqual([['run', 'swim'], ['a', 'b'], true]);
  });

  it('are none of fewer than five people', () => {
    expect(toldSums(of('run', 'a', 1, 4))).toEqual({ rows: new Set(), columns: new Set(), total: false });
    expect(toldSums([])).toMatchObject({ total: false });
  });

  it('leave out a second one where one alone would follow by subtraction', () => {
    const { rows } = toldSums([
      ...of('run', 'a', 1, 9),
      ...of('cycle', 'a', 10, 16),
      ...of('swim', 'a', 17, 18),
    ]);
    expect([...rows]).toEqual(['run']);
  });

  it('leave out what follows from a row and a column together', () => {
    // All of team b run, and two others: the runners without team b would be those two.
    const { rows, columns } = toldSums([
      ...of('run', 'b', 1, 6),
      ...of('run', 'a', 7, 8),
      ...of('cycle', 'a', 9, 20),
    ]);
    expect(rows.has('run') && columns.has('b')).toBe(false);
  });

  it('do not count people who are not known any more', () => {
    const { rows } = toldSums([
      ...of('run', 'a', 1, 9),
      ...of('cycle', 'a', 10, 16),
      part('swim', 'a', null),
    ]);
    expect(rows.has('swim')).toBe(false);
    expect(rows.size).toBe(1);
  });

  it('reveal no group under five, whatever is added and subtracted', { timeout: 120_000 }, () => {
    // Most run, and most are in one of two teams, so that something can be told at all.
    const cell = fc.record({
      row: fc.constantFrom('run', 'run', 'cycle', 'cycle', 'walk', 'swim'),
      column: fc.constantFrom('a', 'a', 'b', 'b', 'c', 'none'),
    });
    const cells = fc.uniqueArray(cell, {
      minLength: 1,
      maxLength: 3,
      selector: ({ row, column }) => `${row} ${column}`,
    });
    const company = fc.array(cells, { minLength: 8, maxLength: 16, size: 'max' });
    const forgotten = fc.array(cell, { maxLength: 2 });
    const parts = fc
      .tuple(company, forgotten)
      .map(([known, unknown]) => [
        ...known.flatMap((own, person) => own.map(({ row, column }) => part(row, column, person + 1))),
        ...unknown.map(({ row, column }) => part(row, column, null)),
      ]);
    let told = 0;
    fc.assert(
      fc.property(parts, (some) => {
        const { rows, columns } = toldSums(some);
        told += rows.size + columns.size;
        expect(revealed(some)).toEqual([]);
      }),
      { numRuns: 200 },
    );
    // Telling nothing at all would hold as well.
    expect(told).toBeGreaterThan(200);
  });

  it('are not fewer than they have to be: a large company is told all its large groups', () => {
    const people = Array.from({ length: 400 }, (_, index) => index + 1);
    const parts = people.flatMap((person) => [
      part('run', `team ${person % 8}`, person),
      ...(person % 3 === 0 ? [part('cycle', `team ${person % 8}`, person)] : []),
      ...(person % 200 === 7 ? [part('chess', `team ${person % 8}`, person)] : []),
      ...(person % 60 === 7 ? [part('row', `team ${person % 8}`, person)] : []),
    ]);
    const { rows, columns } = toldSums(parts);
    expect([...rows].sort()).toEqual(['cycle', 'run']);
    expect(columns.size).toBe(8);
  });
});

describe('counts that may be told', () => {
  it('are multiples of five, so that no difference of two is a group under five', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.nat(10_000), (one, other) => {
        const [told, less] = [toldCount(one), toldCount(other)];
        if (told === null || less === null) return;
        const difference = Math.abs(told - less);
        expect(difference === 0 || difference >= fewestPeople).toBe(true);
        expect(told).toBeGreaterThanOrEqual(fewestPeople);
        expect(told).toBeLessThanOrEqual(one);
      }),
    );
    expect([0, 1, 4].map(toldCount)).toEqual([null, null, null]);
    expect([5, 9, 10].map(toldCount)).toEqual([5, 5, 10]);
  });
});
