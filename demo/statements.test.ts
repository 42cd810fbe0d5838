import pg from 'pg';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { api } from '../contract/api.ts';
import { isManaged, type Operation } from '../contract/kit/operation.ts';
import { type Browser, type TestApp, testApp } from '../server/testing/test-app.ts';
import { testDatabase } from '../server/testing/test-database.ts';
import { fillWithDemo } from './demo.ts';

/**
 * The maximum number of statements that a call may send to the database, including those for the session, and
 * the maximum number of statements with the same text.
 */
const most = { statements: 8, alike: 2 };

/** Calls that need more: everything about a person is read from nineteen tables. */
const more: Record<string, number> = {
  'accounts.exportData': 21,
  'managedStatistics.one': 10,
  'managedIntegrations.list': 10,
};

let app: TestApp;
let participant: Browser;
let organiser: Browser;
/** Values for path parameters and queries; each refers to something with many rows. */
let values: Record<string, string>;

beforeAll(async () => {
  const database = await testDatabase();
  const { db } = database;
  await fillWithDemo(db, { now: Temporal.Instant.from('2026-11-21T11:00:00Z'), passwordHash: 'hash' });
  // The app would otherwise read its texts again from time to time, and these statements would count too.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  app = await testApp({ database, isFilled: true });
  [participant, organiser] = [await app.participant(), await app.organiser()];
  const challenge = await db
    .selectFrom('challenges')
    .select('uuid')
    .orderBy('starts_on')
    .executeTakeFirstOrThrow();
  const team = await db.selectFrom('teams').select('uuid').executeTakeFirstOrThrow();
  const liked = await db
    .selectFrom('activity_likes')
    .innerJoin('activities', 'activities.id', 'activity_id')
    .select('uuid')
    .groupBy('uuid')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .executeTakeFirstOrThrow();
  values = { challenge: challenge.uuid, team: team.uuid, activity: liked.uuid };
});
afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});

/** The queries of calls that require a query, or that would return few rows without one. */
const queries: Record<string, () => string> = {
  'activities.listOfChallenge': () => `?challenge=/platform/api/challenges/${values.challenge}`,
  'rankings.list': () => '?periodType=all&limit=2000',
  'rankings.listTeams': () => '?periodType=all&limit=2000',
};

/** The key in `values` for a path parameter, by the path segment before the parameter. */
const parameters: Record<string, string> = {
  activities: 'activity',
  challenges: 'challenge',
  challenge_statss: 'challenge',
  challenge_progresses: 'challenge',
  challenge_teams: 'team',
};

const reading = Object.entries(api).flatMap(([domain, calls]) =>
  Object.entries(calls as Record<string, Operation>)
    .filter(([, op]) => op.method === 'GET' && !op.changesState && op.access !== 'token')
    .filter(([, { path }]) => !path.includes(':') || /\/(?:\w+)\/:uuid/.test(path))
    .map(([name, op]) => [`${domain}.${name}`, op] as const),
);

it.each(reading)(
  '%s needs a limited number of statements, however many rows it returns',
  async (name, op) => {
    const path = op.path.replace(
      /(\w+)\/:uuid/,
      (_, before) => `${before}/${values[parameters[before] ?? '']}`,
    );
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    const caller = isManaged(op) ? organiser : participant;
    await caller.send({ method: 'GET', url: path + (queries[name]?.() ?? '') });
    const texts = sent.mock.calls.map(([statement]) =>
      String((statement as { text?: string }).text ?? statement).slice(0, 300),
    );
    sent.mockRestore();
    const alike = Map.groupBy(texts, (text) => text);
    for (const [text, times] of alike) expect(times.length, text).toBeLessThanOrEqual(most.alike);
    expect(texts.length).toBeLessThanOrEqual(more[name] ?? most.statements);
  },
);
