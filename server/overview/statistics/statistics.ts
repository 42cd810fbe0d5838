import { Temporal } from 'temporal-polyfill';
import { fewestPeople } from '../../../contract/kit/fewest-people.ts';
import type { Language } from '../../../contract/kit/fields.ts';
import type { Answer } from '../../../contract/kit/operation.ts';
import type * as contract from '../../../contract/managed/statistics.ts';
import {
  type ChallengeRow,
  challengeCollection,
  currentChallenge,
  findChallenge,
  nextChallenge,
  previousChallenge,
  uuidOf,
} from '../../challenges/challenge.ts';
import type { Db } from '../../db/db.ts';
import type { Iris } from '../../kit/iris.ts';
import { platformTimeZone } from '../../kit/platform-day.ts';
import { reportedCount, shownGroups } from '../../kit/small-groups.ts';
import { sportLabels, teamNames } from './names.ts';
import { activeByWeek, registered, signUpsByWeek } from './people-by-week.ts';
import { addedUp, type Sum } from './sums.ts';

type Statistics = Answer<typeof contract.one>;

/**
 * Returns the sums that the employer sees, for one challenge or, if `address` is `all`, for all days since
 * the first challenge. Sports, teams, departments and locations with fewer than five people are not shown
 * separately. Only days up to the last full week are included, because daily comparisons would otherwise
 * reveal single activities. Throws 404 if no challenge has the given IRI.
 */
export async function statistics(
  db: Db,
  iris: Iris,
  address: string | undefined,
  language: Language,
  now: Temporal.Instant,
): Promise<Statistics> {
  const period = await periodOf(db, iris, address, now);
  const until = period && lastFullDay(period, now);
  const people = reportedCount(await registered(db));
  const nothing: Statistics = {
    challenge: period?.uuid ? iris.of(`${challengeCollection}/${period.uuid}`) : null,
    from: period?.starts_on ?? null,
    until: until?.toString() ?? null,
    fewestPeople,
    registered: people,
    participants: null,
    kilometers: null,
    weeks: [],
    sports: [],
    otherSports: null,
    teams: [],
    otherTeams: null,
    departments: [],
    otherDepartments: null,
    locations: [],
    otherLocations: null,
  };
  if (!period || !until) return nothing;
  const sums = await addedUp(db, period.starts_on, until.toString());
  const weeks = await weeksOf(db, period, until);
  const [labels, names] = [await sportLabels(db, language), await teamNames(db)];
  const bySport = shownSums(sums, ({ sport }) => sport);
  const byTeam = shownSums(sums, ({ team }) => (names.has(team) ? team : null));
  const byDepartment = workplaceSums(sums, 'department');
  const byLocation = workplaceSums(sums, 'location');
  if (bySport.total === null) return { ...nothing, weeks };
  return {
    ...nothing,
    participants: reportedCount(new Set(sums.flatMap(({ person }) => person ?? [])).size),
    kilometers: bySport.total,
    weeks,
    sports: bySport.shown.map(([id, kilometers]) => ({
      sport: iris.of(`/platform/api/sports/${id}`),
      label: labels.get(id) ?? id,
      kilometers,
    })),
    otherSports: bySport.rest,
    teams: byTeam.shown.flatMap(([id, kilometers]) => {
      const team = names.get(id);
      return team ? [{ ...team, kilometers }] : [];
    }),
    otherTeams: byTeam.rest,
    departments: byDepartment.shown,
    otherDepartments: byDepartment.rest,
    locations: byLocation.shown,
    otherLocations: byLocation.rest,
  };
}

/**
 * Returns the kilometres of each group that may be shown (largest first), of all other groups combined, and in total. A
 * sum that may not be shown is null.
 */
function shownSums(added: Sum[], groupOf: (sum: Sum) => string | null) {
  // People without kilometres do not count towards the size of a group, because they do not hide other people's
  // kilometres.
  const sums = added.filter(({ metres }) => metres > 0);
  const { groups, total } = shownGroups(sums.map((sum) => ({ group: groupOf(sum), person: sum.person })));
  const metres = new Map([...groups].map((group) => [group, 0]));
  let rest: number | null = null;
  let all = 0;
  for (const sum of sums) {
    const group = groupOf(sum);
    const before = group === null ? undefined : metres.get(group);
    if (group === null || before === undefined) rest = (rest ?? 0) + sum.metres;
    else metres.set(group, before + sum.metres);
    all += sum.metres;
  }
  const kilometres = (amount: number | null) => (total && amount !== null ? amount / 1000 : null);
  return {
    shown: [...metres]
      .map(([group, amount]) => [group, amount / 1000] as const)
      .sort(([, one], [, other]) => other - one),
    rest: kilometres(rest),
    total: kilometres(all),
  };
}

/** Returns the kilometres by department or location, or nothing if nobody has one. */
function workplaceSums(sums: Sum[], of: 'department' | 'location') {
  if (sums.every((sum) => sum[of] === null)) return { shown: [], rest: null };
  const { shown, rest } = shownSums(sums, (sum) => sum[of]);
  return { shown: shown.map(([name, kilometers]) => ({ name, kilometers })), rest };
}

/** The days that the statistics cover, for one challenge or for all challenges. */
type Period = Pick<ChallengeRow, 'starts_on' | 'time_zone'> & {
  uuid: string | null;
  /** Null if there is no end yet. */
  ends_on: string | null;
};

async function periodOf(
  db: Db,
  iris: Iris,
  address: string | undefined,
  now: Temporal.Instant,
): Promise<Period | undefined> {
  if (address === undefined) return theChallenge(db, now);
  if (address !== 'all') return findChallenge(db, uuidOf(iris, address));
  const first = await db
    .selectFrom('challenges')
    .select('starts_on')
    .orderBy('starts_on')
    .limit(1)
    .executeTakeFirst();
  return first && { ...first, time_zone: platformTimeZone, uuid: null, ends_on: null };
}

const theChallenge = async (db: Db, now: Temporal.Instant) =>
  (await currentChallenge(db, now)) ?? (await nextChallenge(db, now)) ?? (await previousChallenge(db, now));

/**
 * Returns the most recent Sunday that has ended in the challenge's time zone, or the challenge's last day if it is
 * over. Returns undefined before the challenge's first Sunday has ended.
 */
function lastFullDay(period: Period, now: Temporal.Instant): Temporal.PlainDate | undefined {
  const today = now.toZonedDateTimeISO(period.time_zone).toPlainDate();
  const sunday = today.subtract({ days: today.dayOfWeek });
  const end = period.ends_on === null ? undefined : Temporal.PlainDate.from(period.ends_on);
  const last = end && Temporal.PlainDate.compare(today, end) > 0 ? end : sunday;
  return Temporal.PlainDate.compare(last, period.starts_on) < 0 ? undefined : last;
}

async function weeksOf(db: Db, period: Period, until: Temporal.PlainDate): Promise<Statistics['weeks']> {
  const first = Temporal.PlainDate.from(period.starts_on);
  const monday = first.subtract({ days: first.dayOfWeek - 1 });
  const amount = Math.ceil((monday.until(until).days + 1) / 7);
  const [active, signUps] = [
    await activeByWeek(db, period.starts_on, until.toString()),
    await signUpsByWeek(db, period.time_zone, monday.toString(), until.toString()),
  ];
  return Array.from({ length: amount }, (_, week) => {
    const from = monday.add({ days: 7 * week }).toString();
    return {
      from,
      active: reportedCount(active.get(from) ?? 0),
      signUps: reportedCount(signUps.get(from) ?? 0),
    };
  });
}
