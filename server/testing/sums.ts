import { Temporal } from 'temporal-polyfill';
import { expect } from 'vitest';
import type { Db } from '../db/db.ts';

type Sums = Map<string, { activities: number; metres: number }>;

/** Expects day times, standings and totals to be what the activities add up to, worked out row by row. */
export async function expectSumsToHold(db: Db): Promise<void> {
  const activities = await db
    .selectFrom('activities')
    .innerJoin('sports', 'sports.id', 'activities.sport_id')
    .selectAll('activities')
    .select('type')
    .execute();
  const challenges = await db.selectFrom('challenges').select(['id', 'starts_on', 'ends_on']).execute();
  const standings: Sums = new Map();
  const totals: Sums = new Map();
  const days: Sums = new Map();
  for (const one of activities) {
    const day = Temporal.PlainDate.from(one.performed_on);
    const open = challenges.filter(
      ({ starts_on, ends_on }) => starts_on <= one.performed_on && one.performed_on <= ends_on,
    );
    const boards = [
      'all',
      `week:${day.subtract({ days: day.dayOfWeek - 1 })}`,
      `month:${one.performed_on.slice(0, 7)}`,
      ...open.map(({ id }) => `challenge:${id}`),
    ];
    for (const board of boards) {
      add(standings, `${board} all ${one.person_id}`, one.counted_metres);
      if (one.type !== 'other') add(standings, `${board} ${one.type} ${one.person_id}`, one.counted_metres);
      if (board === 'all' || board.startsWith('challenge'))
        add(totals, `${board} ${one.sport_id}`, one.counted_metres);
    }
    if (one.seconds) add(days, `${one.performed_on} ${one.person_id}`, one.seconds);
  }
  expect(await keptStandings(db)).toEqual(sorted(standings));
  expect(await keptTotals(db)).toEqual(sorted(totals));
  expect(await keptDays(db)).toEqual(sorted(days).map(([key, { metres }]) => [key, metres]));
}

function add(sums: Sums, key: string, metres: number): void {
  const sum = sums.get(key) ?? { activities: 0, metres: 0 };
  sums.set(key, { activities: sum.activities + 1, metres: sum.metres + metres });
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
