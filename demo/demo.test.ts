import { createHash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gallery } from '../server/challenges/maps/gallery.ts';
import type { Database } from '../server/db/db.ts';
import { unknownSport } from '../server/sports/sport.ts';
import { expectSumsToHold } from '../server/testing/sums.ts';
import { testDatabase } from '../server/testing/test-database.ts';
import { demoActivities } from './activities.ts';
import { demoDays } from './days.ts';
import { fillWithDemo } from './demo.ts';
import { demoPeople } from './people.ts';

const now = Temporal.Instant.from('2026-11-21T11:00:00Z');
const today = '2026-11-21';

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
  await fillWithDemo(database.db, { now, passwordHash: 'hash' });
});
afterAll(() => database.close());

describe('the demo company', () => {
  it('has 240 people, two of whom can sign in with a password', async () => {
    const people = await database.db.selectFrom('people').selectAll().execute();
    expect(people).toHaveLength(240);
    const withPassword = people.filter(({ password_hash }) => password_hash !== null);
    expect(withPassword.map(({ email, role }) => [email, role])).toEqual([
      ['participant@example.com', 'participant'],
      ['organiser@example.com', 'organiser'],
    ]);
    const speaking = (language: string) => people.filter((person) => person.language === language).length;
    expect(['nl', 'fr', 'en'].map(speaking)).toEqual([144, 77, 19]);
    for (const { email } of people) expect(email).toMatch(/^[a-z]+(\.[a-z]+)?@example\.com$/);
  });

  it('has twelve teams; the participant is a member of one and the organiser leads another', async () => {
    const { db } = database;
    const teams = await db.selectFrom('teams').selectAll().execute();
    expect(teams).toHaveLength(12);
    const idOf = async (email: string) =>
      (await db.selectFrom('people').select('id').where('email', '=', email).executeTakeFirst())?.id;
    const [participant, organiser] = [
      await idOf('participant@example.com'),
      await idOf('organiser@example.com'),
    ];
    expect(teams.filter(({ captain_id }) => captain_id === participant)).toEqual([]);
    expect(teams.filter(({ captain_id }) => captain_id === organiser)).toHaveLength(1);
    const memberships = await db.selectFrom('team_memberships').selectAll().execute();
    const now = memberships.filter(({ until_day }) => until_day === null);
    expect(now.map(({ person_id }) => person_id)).toContain(participant);
    expect(now.length).toBeLessThan(235);
    expect(memberships.length).toBeGreaterThan(now.length);
    for (const { id, captain_id } of teams) {
      const members = now.filter(({ team_id }) => team_id === id);
      expect(members.length).toBeGreaterThanOrEqual(5);
      expect(members.map(({ person_id }) => person_id)).toContain(captain_id);
    }
    const codes = await db.selectFrom('guest_codes').where('team_id', 'is not', null).selectAll().execute();
    expect(codes).toHaveLength(12);
    for (const { code, parent_id } of codes) {
      expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
      expect(parent_id).not.toBeNull();
    }
  });

  it('has twelve approved sports with labels in three languages', async () => {
    const sports = await database.db.selectFrom('sports').where('approved', '=', true).selectAll().execute();
    expect(sports).toHaveLength(12);
    const labels = database.db.selectFrom('sport_labels').where('sport_id', '<>', unknownSport).selectAll();
    expect(await labels.execute()).toHaveLength(36);
  });

  it('has a past, a current and a future challenge, each with a map', async () => {
    const challenges = await database.db.selectFrom('challenges').orderBy('starts_on').selectAll().execute();
    const [previous, current, next] = challenges;
    expect(challenges).toHaveLength(3);
    expect(new Set(challenges.map(({ progress_map_id }) => progress_map_id)).size).toBe(3);
    expect(previous?.ends_on).toBe('2026-11-08');
    expect(previous?.closes_at.toString()).toBe('2026-11-11T23:00:00Z');
    expect([current?.starts_on, current?.ends_on]).toEqual(['2026-10-19', '2026-12-13']);
    expect(next?.starts_on).toBe('2026-12-28');
    expect(await database.db.selectFrom('challenge_translations').selectAll().execute()).toHaveLength(9);
  });

  it('has more than 5,000 activities over ten weeks, all in the past', async () => {
    const activities = await database.db
      .selectFrom('activities')
      .innerJoin('people', 'people.id', 'person_id')
      .select(['performed_on', 'activities.created_at', 'people.created_at as joined_at'])
      .orderBy('activities.id')
      .execute();
    expect(activities.length).toBeGreaterThan(5000);
    const days = activities.map(({ performed_on }) => performed_on).sort();
    expect(days[0]).toBe('2026-09-13');
    expect(days.at(-1)).toBe(today);
    let before = 0;
    for (const { created_at, joined_at } of activities) {
      expect(created_at.epochMilliseconds).toBeLessThanOrEqual(now.epochMilliseconds);
      expect(created_at.epochMilliseconds).toBeGreaterThanOrEqual(before);
      expect(joined_at.epochMilliseconds).toBeLessThanOrEqual(created_at.epochMilliseconds);
      before = created_at.epochMilliseconds;
    }
  });

  it.each(['2026-11-23', '2026-11-25', '2026-12-01', '2026-12-02', '2027-01-01'])(
    'has a participant who ran on %s, so that every board of that day shows them',
    (date) => {
      const days = demoDays(Temporal.Instant.from(`${date}T00:30:00+01:00`));
      const ran = demoActivities(demoPeople(days), days).filter(
        ({ person, sport, performedOn }) => person === 0 && sport === 'running' && performedOn === date,
      );
      expect(ran).toHaveLength(1);
    },
  );

  it('has boards that equal the sums of the activities, including the board of the closed challenge', async () => {
    await expectSumsToHold(database.db);
    const board = await database.db
      .selectFrom('standings')
      .where('board', '=', 'challenge:1')
      .selectAll()
      .execute();
    expect(board.length).toBeGreaterThan(100);
  });

  it('has about 1,500 likes and 300 comments, all later than their activities and in the past', async () => {
    const { db } = database;
    const momentsIn = (table: 'activity_likes' | 'activity_comments') =>
      db
        .selectFrom(table)
        .innerJoin('activities', 'activities.id', `${table}.activity_id`)
        .innerJoin('people', 'people.id', `${table}.person_id`)
        .select([`${table}.created_at as said_at`, 'activities.created_at as logged_at'])
        .select(['people.created_at as joined_at', 'language'])
        .execute();
    const [likes, comments] = await Promise.all([
      momentsIn('activity_likes'),
      momentsIn('activity_comments'),
    ]);
    expect(likes.length).toBeGreaterThan(1300);
    expect(likes.length).toBeLessThan(1700);
    expect(comments.length).toBeGreaterThan(250);
    expect(comments.length).toBeLessThan(350);
    expect(new Set(comments.map(({ language }) => language))).toEqual(new Set(['nl', 'fr', 'en']));
    for (const { said_at, logged_at, joined_at } of [...likes, ...comments]) {
      expect(said_at.epochMilliseconds).toBeLessThanOrEqual(now.epochMilliseconds);
      expect(said_at.epochMilliseconds).toBeGreaterThan(logged_at.epochMilliseconds);
      expect(said_at.epochMilliseconds).toBeGreaterThan(joined_at.epochMilliseconds);
    }
  });

  it('has a comment with one flag and another with three flags', async () => {
    const flags = await database.db.selectFrom('activity_comment_flags').selectAll().execute();
    const counts = Map.groupBy(flags, ({ comment_id }) => comment_id);
    expect([...counts.values()].map(({ length }) => length).sort()).toEqual([1, 3]);
    for (const { created_at } of flags)
      expect(created_at.epochMilliseconds).toBeLessThanOrEqual(now.epochMilliseconds);
  });

  it('is identical when created twice for the same time', async () => {
    const other = await testDatabase();
    await fillWithDemo(other.db, { now, passwordHash: 'hash' });
    expect(await digestOf(other)).toBe(await digestOf(database));
    await other.close();
  });

  it.each(['16', '17', '18', '19', '20', '21', '22'])(
    'has reached 55 to 70 per cent of the current challenge’s target on November %s',
    (day) => {
      const days = demoDays(Temporal.Instant.from(`2026-11-${day}T11:00:00Z`));
      const metres = demoActivities(demoPeople(days), days)
        .filter(({ performedOn }) => performedOn >= days.currentStart.toString())
        .reduce((sum, { countedMetres }) => sum + countedMetres, 0);
      const share = metres / 1000 / (3 * gallery.europe.kilometres);
      expect(share).toBeGreaterThan(0.55);
      expect(share).toBeLessThan(0.7);
    },
  );
});

const tables = [
  'guest_codes',
  'people',
  'sports',
  'sport_labels',
  'progress_maps',
  'challenges',
  'challenge_translations',
  'activities',
  'activity_likes',
  'activity_comments',
  'activity_comment_flags',
  'teams',
  'team_memberships',
  'team_standings',
  'day_times',
  'standings',
  'board_totals',
  'configs',
  'menu_items',
] as const;

async function digestOf({ db }: Database): Promise<string> {
  const hash = createHash('sha256');
  for (const table of tables) {
    const rows = await db.selectFrom(table).selectAll().execute();
    hash.update(JSON.stringify([table, rows.map((row) => JSON.stringify(row)).sort()]));
  }
  return hash.digest('hex');
}
