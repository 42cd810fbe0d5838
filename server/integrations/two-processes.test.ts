import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { Database } from '../db/db.ts';
import { encryptorOf } from '../db/encryption.ts';
import { hashPassword } from '../sign-in/passwords/password-hash.ts';
import { type ServerDatabase, serverDatabase } from '../testing/server-database.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { expectSumsToHold } from '../testing/sums.ts';
import { saveConnectedAccount } from './connected-account.ts';
import { webhookPath } from './webhooks/webhook-routes.ts';

const secret = 'a secret of thirty-two characters';
const password = 'sturdy walking shoes';
const people = 20;
/** The embedded database engine allows only one process, which takes several times as long for each event. */
const events = inject('template').engine === 'embedded' ? 200 : 1000;

let place: ServerDatabase;
let settings: Record<string, string>;

beforeAll(async () => {
  place = await serverDatabase();
  settings = {
    ...place.settings,
    DEMO: 'off',
    SECRET: secret,
    GARMIN_CLIENT_ID: 'garmin-client',
    GARMIN_CLIENT_SECRET: 'garmin-secret',
  };
  await place.use(couplePeople);
});
afterAll(() => place.remove());

async function couplePeople({ db }: Database): Promise<void> {
  const now = Temporal.Now.instant();
  const passwordHash = await hashPassword(password);
  await db
    .insertInto('sports')
    .values({ name: 'running', type: 'running', approved: true, km_per_hour: 10 })
    .execute();
  for (let n = 0; n < people; n += 1) {
    const { id } = await db
      .insertInto('people')
      .values({
        email: `runner-${n}@example.com`,
        given_name: 'Runner',
        surname: String(n),
        sort_name: `runner ${n}`,
        language: 'en',
        password_hash: passwordHash,
        created_at: now.toString(),
        activated_at: now.toString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const tokens = { accessToken: 'access', refreshToken: 'refresh', expiresAt: now.add({ hours: 24 }) };
    const grant = { tokens, userId: `garmin-${n}`, scopes: ['ACTIVITY_EXPORT'] };
    await saveConnectedAccount(db, encryptorOf(secret), id, 'Garmin', grant, now);
  }
}

/**
 * Returns the body of the n-th webhook call, which reports a run by one of the people. Each person's runs
 * start at different times.
 */
function webhookBody(n: number): string {
  const start = Date.UTC(2026, 8, 1) / 1000 + Math.floor(n / people) * 7200;
  const activity = {
    userId: `garmin-${n % people}`,
    summaryId: String(20_815_000_000 + n),
    activityId: 20_815_000_000 + n,
    activityType: 'RUNNING',
    startTimeInSeconds: start,
    startTimeOffsetInSeconds: 7200,
    durationInSeconds: 1800,
    distanceInMeters: 5000,
  };
  return JSON.stringify({ activities: [activity] });
}

/** Sends a webhook event until it is accepted, as Garmin does. Tries another process if one does not respond. */
async function send(n: number, processes: () => ServerProcess[]): Promise<void> {
  for (let attempt = n; ; attempt += 1) {
    const running = processes();
    const server = running[attempt % running.length] as ServerProcess;
    const answer = await fetch(`${server.address}${webhookPath(secret, 'Garmin')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'garmin-client-id': 'garmin-client' },
      body: webhookBody(n),
    }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
  }
}

describe('many concurrent webhook events', () => {
  it('are each stored once, even if a process is killed while they arrive', async () => {
    const first = await startServerProcess(settings);
    // Only one process can use the embedded database, so with that database the killed process is restarted.
    let running = [first, ...(place.postgresql ? [await startServerProcess(settings)] : [])];
    let taken = 0;
    let restart: Promise<void> | undefined;
    const kill = async () => {
      await first.end('SIGKILL');
      if (place.postgresql) running = running.filter((server) => server !== first);
      else running = [await startServerProcess(settings)];
    };
    const waiting = Array.from({ length: events }, (_, n) => n);
    const sender = async () => {
      for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) {
        await send(n, () => running);
        taken += 1;
        if (taken === events / 2) restart = kill();
      }
    };
    await Promise.all(Array.from({ length: 25 }, sender));
    await restart;
    const [server] = running as [ServerProcess];
    // The process that is still running handles the rest of the queue.
    // The embedded engine answers with 503 for as long as the queue keeps it busy.
    const cookie = await vi.waitFor(() => signIn(server), { timeout: 240_000, interval: 500 });
    await expect.poll(() => activitiesSeen(server, cookie), { timeout: 240_000, interval: 500 }).toBe(events);
    // No unexpected errors were logged.
    expect(server.printed()).not.toContain('Error');
    expect(await server.end('SIGTERM')).toBe(0);
    await place.use(async (database) => {
      const { rows } = await database.pool.query(
        'select count(*)::int as records, count(distinct external_id)::int as workouts from source_records',
      );
      expect(rows).toEqual([{ records: events, workouts: events }]);
      const activities = await database.pool.query('select count(*)::int as activities from activities');
      expect(activities.rows).toEqual([{ activities: events }]);
      await expectSumsToHold(database.db);
    });
  });
});

async function signIn({ address }: ServerProcess): Promise<string> {
  const response = await fetch(`${address}/global-challenge-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'runner-0@example.com', password }),
  });
  expect(response.status).toBe(200);
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

async function activitiesSeen({ address }: ServerProcess, cookie: string): Promise<number> {
  const response = await fetch(`${address}/platform/api/activities?itemsPerPage=1`, { headers: { cookie } });
  return ((await response.json()) as { 'hydra:totalItems': number })['hydra:totalItems'];
}
