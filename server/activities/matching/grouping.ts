import { platforms as services } from '../../../contract/couplings.ts';
import { comparable, type RecordRow } from '../source-records/record.ts';
import { isPiece, type Similarity, similarityOf } from './similarity.ts';

/** The owner's answers to whether two records are the same workout, by `pairKey`. */
export type Answers = ReadonlyMap<string, boolean>;

/** Returns the key of a pair of records, which is the same for both orders. */
export const pairKey = (one: number, other: number) => `${Math.min(one, other)} ${Math.max(one, other)}`;

/** A record of a waiting workout, and a record of the counting workout that it may duplicate. */
export type Doubt = readonly [RecordRow, RecordRow];

/** A pair of records that are, or may be, the same workout. */
interface Link {
  one: RecordRow;
  other: RecordRow;
  similarity: Exclude<Similarity, 'different'>;
  isAnswered: boolean;
  /** The seconds between the starts; infinite if one of the records has no time of day. */
  apart: number;
  /** The difference between the distances in metres. */
  gap: number;
}

const dayMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Returns every pair of records that are, or may be, the same workout, according to the owner's answers and
 * the rules. Compares records of the same and of adjacent days, because a record may have the wrong time
 * zone.
 */
export function linksOf(records: RecordRow[], answers: Answers): Link[] {
  const compared = records
    .map((record) => ({ record, day: Date.parse(record.performed_on), values: comparable(record) }))
    .sort((one, other) => one.day - other.day || one.record.id - other.record.id);
  const links: Link[] = [];
  for (const [index, one] of compared.entries())
    for (let next = index + 1; next < compared.length; next += 1) {
      const other = compared[next] as (typeof compared)[number];
      const answer = answers.get(pairKey(one.record.id, other.record.id));
      if (answer === undefined && other.day - one.day > dayMilliseconds) break;
      if (answer === false) continue;
      const similarity = answer ? 'same' : similarityOf(one.values, other.values);
      if (similarity === 'different') continue;
      const [from, until] = [one.values.startedAt, other.values.startedAt];
      const apart =
        from === null || until === null ? Number.POSITIVE_INFINITY : Math.abs(from - until) / 1000;
      const gap = Math.abs((one.values.metres ?? 0) - (other.values.metres ?? 0));
      links.push({
        one: one.record,
        other: other.record,
        similarity,
        isAnswered: answer === true,
        apart,
        gap,
      });
    }
  return links;
}

/**
 * Divides records into workouts. Linked records form one workout, unless the owner said that two of them are
 * different workouts, or a service reported two of them as different workouts. The owner's answers are
 * applied first, then the links whose starts are closest, so that the result does not depend on the order in
 * which the records arrived.
 */
export function groupRecords(records: RecordRow[], links: Link[], answers: Answers): RecordRow[][] {
  const groupOf = new Map(records.map((record) => [record.id, [record]]));
  const same = links.filter(({ similarity }) => similarity === 'same').sort(byCloseness);
  for (const { one, other, isAnswered } of same) {
    const [into, from] = [groupOf.get(one.id), groupOf.get(other.id)];
    if (!into || !from || into === from) continue;
    if (areAnsweredDifferent(into, from, answers) || (!isAnswered && areOfOneService(into, from, answers)))
      continue;
    into.push(...from);
    for (const { id } of from) groupOf.set(id, into);
  }
  return [...new Set(groupOf.values())];
}

/**
 * Returns, for each workout that waits for the owner's answer, the counting workouts that it may duplicate,
 * closest first. Of several workouts that may be the same, the first in `groups` counts and the others wait.
 */
export function doubtsOf(groups: RecordRow[][], links: Link[], answers: Answers): Map<RecordRow[], Doubt[]> {
  const groupOf = new Map(groups.flatMap((group) => group.map(({ id }) => [id, group] as const)));
  const linksOfRecord = new Map<number, Link[]>();
  for (const link of links)
    for (const { id } of [link.one, link.other]) {
      const known = linksOfRecord.get(id);
      if (known) known.push(link);
      else linksOfRecord.set(id, [link]);
    }
  const counting = new Set<RecordRow[]>();
  const doubtsAbout = (group: RecordRow[]): Doubt[] => {
    const closest = new Map<RecordRow[], Doubt>();
    for (const { one, other } of group.flatMap(({ id }) => linksOfRecord.get(id) ?? []).sort(byCloseness)) {
      const doubt: Doubt = groupOf.get(one.id) === group ? [one, other] : [other, one];
      const rival = groupOf.get(doubt[1].id);
      if (rival && counting.has(rival) && !closest.has(rival)) closest.set(rival, doubt);
    }
    return [...closest].flatMap(([rival, doubt]) =>
      areAnsweredDifferent(rival, group, answers) || areOfOneService(rival, group, answers) ? [] : [doubt],
    );
  };
  for (const group of groups) if (doubtsAbout(group).length === 0) counting.add(group);
  return new Map(
    groups.filter((group) => !counting.has(group)).map((group) => [group, doubtsAbout(group)] as const),
  );
}

/** Sorts links: the owner's answers come first, then the links whose starts and distances are closest. */
const byCloseness = (one: Link, other: Link) =>
  Number(other.isAnswered) - Number(one.isAnswered) ||
  (one.apart === other.apart ? 0 : one.apart - other.apart) ||
  one.gap - other.gap ||
  one.one.id - other.one.id ||
  one.other.id - other.other.id;

/**
 * Returns whether the owner said that a record in one group is a different workout from a record in the
 * other.
 */
const areAnsweredDifferent = (group: RecordRow[], other: RecordRow[], answers: Answers) =>
  answers.size > 0 && group.some((one) => other.some(({ id }) => answers.get(pairKey(one.id, id)) === false));

/**
 * Returns whether a service reports records of the two groups as separate workouts. Both workouts then count,
 * and a record that is similar to both belongs to one of them. Two pieces of one longer recording still form
 * one workout.
 */
function areOfOneService(group: RecordRow[], other: RecordRow[], answers: Answers): boolean {
  const all = [...group, ...other];
  return group.some((one) =>
    other.some(
      (two) =>
        one.source === two.source &&
        services.some((service) => service === one.source) &&
        answers.get(pairKey(one.id, two.id)) === undefined &&
        similarityOf(comparable(one), comparable(two)) === 'different' &&
        !all.some(
          (whole) =>
            isPiece(comparable(one), comparable(whole)) && isPiece(comparable(two), comparable(whole)),
        ),
    ),
  );
}
