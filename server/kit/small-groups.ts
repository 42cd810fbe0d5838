import { fewestPeople } from '../../contract/kit/fewest-people.ts';
import { smallestCut } from './smallest-cut.ts';

/** A part of a sum: what people have added in one row and one column of a table. */
export interface Part {
  row: string;
  column: string;
  /** None: of people who are not known any more. They count for nobody. */
  person: number | null;
}

/** The rows and the columns whose sums may be told, beside the sum of all. */
export interface Told {
  rows: Set<string>;
  columns: Set<string>;
  /** Whether the sum of all may be told. */
  total: boolean;
}

/** Rows or columns that are told as one: one that is told by itself, or the rest. */
interface Group {
  kind: 'row' | 'column';
  names: string[];
  people: Set<number>;
}

/**
 * Which sums of a table may be told, so that no adding and subtracting of what is told gives a sum of fewer than five
 * people. What is not told is in one rest of the rows and one of the columns.
 *
 * Every such combination gives each row and each column a number, and weighs a cell by the sum of both. Where two are
 * joined by a cell of five people or more, a combination of fewer has to leave that cell out, so that both have the same
 * number (with another sign). What it then tells are the cells between groups of different numbers: a cut of the graph of
 * rows and columns. A person is spread over the cells that they are in, so that no cut weighs more than it has people:
 * where the lightest has five, all have.
 */
export function toldSums(parts: Part[]): Told {
  const people = new Set(parts.flatMap(({ person }) => (person === null ? [] : [person])));
  if (people.size < fewestPeople) return { rows: new Set(), columns: new Set(), total: false };
  let groups = [...groupsOf(parts, 'row'), ...groupsOf(parts, 'column')];
  for (;;) {
    const cut = lightCut(groups, parts);
    if (!cut) break;
    groups = withOneLess(groups, cut);
  }
  const told = (kind: Group['kind']) =>
    new Set(groups.flatMap((group) => (group.kind === kind && group.names.length === 1 ? group.names : [])));
  return { rows: told('row'), columns: told('column'), total: true };
}

function groupsOf(parts: Part[], kind: Group['kind']): Group[] {
  const groups = new Map<string, Group>();
  for (const part of parts) {
    const group = groups.get(part[kind]) ?? { kind, names: [part[kind]], people: new Set() };
    if (part.person !== null) group.people.add(part.person);
    groups.set(part[kind], group);
  }
  return [...groups.values()];
}

/** The nodes of a cut of fewer than five people, if there may be one. */
function lightCut(groups: Group[], parts: Part[]): number[] | undefined {
  const indexOf = new Map(
    groups.flatMap(({ kind, names }, index) => names.map((name) => [`${kind} ${name}`, index] as const)),
  );
  const cells = new Map<string, { row: number; column: number; people: Set<number> }>();
  for (const { row, column, person } of parts) {
    const ends = { row: indexOf.get(`row ${row}`) ?? 0, column: indexOf.get(`column ${column}`) ?? 0 };
    const key = `${ends.row} ${ends.column}`;
    const cell = cells.get(key) ?? { ...ends, people: new Set<number>() };
    if (person !== null) cell.people.add(person);
    cells.set(key, cell);
  }
  const light = [...cells.values()].filter((cell) => cell.people.size < fewestPeople);
  const cellsOf = new Map<number, number>();
  for (const { people } of light)
    for (const person of people) cellsOf.set(person, (cellsOf.get(person) ?? 0) + 1);
  const weights = groups.map(() => groups.map(() => 0));
  for (const { row, column, people } of cells.values()) {
    const isLight = people.size < fewestPeople;
    const shares = [...people].reduce((sum, person) => sum + 1 / (cellsOf.get(person) ?? 1), 0);
    // Nobody's cell is an edge all the same: something that nobody weighs, but that is not nothing.
    const weight = isLight ? Math.max(shares, Number.EPSILON) : fewestPeople;
    for (const [a, b] of [
      [row, column],
      [column, row],
    ] as const)
      (weights[a] as number[])[b] = weight;
  }
  const cut = smallestCut(weights);
  // Shares of thirds and sevenths add up to a little less than a whole.
  return cut && cut.weight < fewestPeople - 1e-9 ? cut.side : undefined;
}

/** The groups with the smallest one that makes a cut light put into the rest of its kind. */
function withOneLess(groups: Group[], side: number[]): Group[] {
  const isRest = ({ names }: Group) => names.length > 1;
  const bySize = (one: Group, other: Group) =>
    Number(isRest(one)) - Number(isRest(other)) || one.people.size - other.people.size;
  const inside = groups.filter((_, index) => side.includes(index));
  const outside = groups.filter((_, index) => !side.includes(index));
  const candidates = [...inside.sort(bySize), ...outside.sort(bySize)];
  for (const smallest of candidates) {
    const others = groups.filter((group) => group.kind === smallest.kind && group !== smallest);
    const other = others.find(isRest) ?? [...others].sort(bySize)[0];
    if (!other) continue;
    const rest: Group = {
      kind: smallest.kind,
      names: [...smallest.names, ...other.names],
      people: new Set([...smallest.people, ...other.people]),
    };
    return [...groups.filter((group) => group !== smallest && group !== other), rest];
  }
  throw new Error('one row and one column of five people or more have no light cut');
}

/** How many people there are, as it may be told: a multiple of five; nothing of fewer. */
export const toldCount = (people: number): number | null =>
  people < fewestPeople ? null : people - (people % fewestPeople);
