import { Temporal } from 'temporal-polyfill';
import { expect } from 'vitest';
import type { Db } from '../db/db.ts';

type Sums = Map<string, { activities: number; metres: number }>;

/**
 * Expects the time per day, standings, totals and team standings to equal the sums of the activities and the anonymous
 * sums. The sums are computed row by row, in one snapshot.
 */
export const expectSumsToHold = (db: Db): Promise<void> =>
  db.transaction().setIsolationLevel('repeatable read').execute(sumsHold);

async function sumsHold(db: Db): Promise<void> {
  const activities = await db
    .selectFrom('activities')
    .innerJoin('sports', 'sports.id', 'activities.sport_id')
    .selectAll('activities')
    .select('type')
    .execute();
  const challenges = await db
    .selectFrom('challenges')
    .select(['id', 'starts_on', 'ends_on', 'counted_from', 'counted_until'])
    .execute();
  const memberships = await db.selectFrom('team_memberships').selectAll().execute();
  const anonymous = await db
    .selectFrom('anonymous_sums')
    .innerJoin('sports', 'sports.id', 'sport_id')
    .selectAll('anonymous_sums')
    .select('type')
    .execute();
  const standings: Sums = new Map();
  const totals: Sums = new Map();
  const teams: Sums = new Map();
  const days: Sums = new Map();
  const boardsOf = (date: string) => {
    const day = Temporal.PlainDate.from(date);
    const open = challenges.filter(
      (one) => (one.counted_from ?? one.starts_on) <= date && date <= (one.counted_until ?? one.ends_on),
    );
    return [
      'all',
      `week:${day.subtract({ days: day.dayOfWeek - 1 })}`,
      `month:${date.slice(0, 7)}`,
      ...open.map(({ id }) => `challenge:${id}`),
    ];
  };
  for (const one of activities) {
    const teamsOfDay = memberships.filter(
      ({ person_id, from_day, until_day }) =>
        person_id === one.person_id &&
        from_day <= one.performed_on &&
        one.performed_on <= (until_day ?? '9999-12-31'),
    );
    expect(teamsOfDay.length).toBeLessThan(2);
    for (const board of boardsOf(one.performed_on)) {
      for (const sport of one.type === 'other' ? ['all'] : ['all', one.type]) {
        add(standings, `${board} ${sport} ${one.person_id}`, one.counted_metres);
        for (const { team_id } of teamsOfDay) add(teams, `${board} ${sport} ${team_id}`, one.counted_metres);
      }
      if (board === 'all' || board.startsWith('challenge'))
        add(totals, `${board} ${one.sport_id}`, one.counted_metres);
    }
    if (one.seconds && one.source === 'manual' && one.counts)
      add(days, `${one.performed_on} ${one.person_id}`, one.seconds);
  }
  for (const { day, type, sport_id, team_id, activities: count, metres } of anonymous)
    for (const board of boardsOf(day)) {
      for (const sport of type === 'other' ? ['all'] : ['all', type])
        if (team_id) add(teams, `${board} ${sport} ${team_id}`, metres, count);
      if (board === 'all' || board.startsWith('challenge'))
        add(totals, `${board} ${sport_id}`, metres, count);
    }
  expect(await keptStandings(db)).toEqual(sorted(standings));
  expect(await keptTeamStandings(db)).toEqual(sorted(teams));
  expect(await keptTotals(db)).toEqual(sorted(totals));
  expect(await keptDays(db)).toEqual(sorted(days).map(([key, { metres }]) => [key, metres]));
}

function add(sums: Sums, key: string, metres: number, activities = 1): void {
  const sum = sums.get(key) ?? { activities: 0, metres: 0 };
  sums.set(key, { activities: sum.activities + activities, metres: sum.metres + metres });
}

const sorted = (sums: Sums) => [...sums].sort(([a], [b]) => (a < b ? -1 : 1));

async function keptStandings(db: Db) {
  const rows = await db.selectFrom('standings').selectAll().where('activities', '<>', 0).execute();
  const zero = await db
    .selectFrom('standings')
    .select('board')
    .where('activities', '=', 0)
    .where('metres', '<>', 0)
    .execute();
  expect(zero).toEqual([]);
  return sorted(
    new Map(
      rows.map(({ board, sport, person_id, activities, metres }) => [
        `${board} ${sport} ${person_id}`,
        { activities, metres },
      ]),
    ),
  );
}

async function keptTeamStandings(db: Db) {
  const rows = await db.selectFrom('team_standings').selectAll().execute();
  const sums = rows.map(
    ({ board, sport, team_id, ...sum }) =>
      [
        `${board} ${sport} ${team_id}`,
        { activities: Number(sum.activities), metres: Number(sum.metres) },
      ] as const,
  );
  return sorted(new Map(sums)).filter(([, { activities, metres }]) => activities !== 0 || metres !== 0);
}

async function keptTotals(db: Db) {
  const sums: Sums = new Map();
  for (const { board, sport_id, activities, metres } of await db
    .selectFrom('board_totals')
    .selectAll()
    .execute()) {
    const sum = sums.get(`${board} ${sport_id}`) ?? { activities: 0, metres: 0 };
    sums.set(`${board} ${sport_id}`, {
      activities: sum.activities + activities,
      metres: sum.metres + metres,
    });
  }
  return sorted(sums).filter(([, { activities, metres }]) => activities !== 0 || metres !== 0);
}

async function keptDays(db: Db) {
  const rows = await db.selectFrom('day_times').selectAll().where('seconds', '<>', 0).execute();
  return rows
    .map(({ person_id, day, seconds }) => [`${day} ${person_id}`, seconds] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
