import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Temporal } from 'temporal-polyfill';
import { scimPath } from '../contract/managed/provisioning.ts';
import { startPostgresql } from '../scripts/postgresql.ts';
import { openDatabase } from '../server/db/db.ts';
import { migrate } from '../server/db/migrate.ts';
import { irisUnder } from '../server/kit/iris.ts';
import { createPerson } from '../server/people/new-person.ts';
import { makeProvisioningToken } from '../server/provisioning/provisioning-token.ts';

/**
 * Provisions 10,000 people through SCIM as a directory does, eight at a time: looks up each person, and then
 * creates their account. After that, puts everybody in a group and deactivates a tenth of the people. Run
 * with `npm run bench-provisioning`.
 */
const people = Number(process.argv[2] ?? 10_000);
const concurrency = 8;

const cluster = process.env.BENCH_DATABASE_URL ? undefined : await startPostgresql([]);
const databaseUrl = process.env.BENCH_DATABASE_URL ?? cluster?.url ?? '';
try {
  const database = await openDatabase({ databaseUrl });
  const { db } = database;
  await migrate(db);
  const now = Temporal.Now.instant();
  const organiser = { givenName: 'Bench', surname: 'Organiser', email: 'organiser@bench.example' };
  const account = {
    ...organiser,
    language: 'en',
    passwordHash: null,
    guestCodeId: null,
    activatedAt: now,
  } as const;
  const author = { id: await createPerson(db, account, now), now };
  const visit = { address: '127.0.0.1', userAgent: undefined };
  const { token } = await makeProvisioningToken(
    db,
    irisUnder('/'),
    'bench',
    author,
    visit,
    async () => undefined,
  );
  const server = fork(fileURLToPath(new URL('bench-server.ts', import.meta.url)), [
    JSON.stringify({ databaseUrl, sessions: 1 }),
  ]);
  const [{ address }] = (await once(server, 'message')) as [{ address: string }];
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${address}${scimPath}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  };
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const begin = performance.now();
    await work();
    console.log(`${what}: ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  };
  const inParallel = async (count: number, one: (number: number) => Promise<void>) => {
    let next = 0;
    const worker = async () => {
      for (let number = next++; number < count; number = next++) await one(number);
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
  };

  const ids: string[] = [];
  await timed(`${people} people looked up and created`, () =>
    inParallel(people, async (number) => {
      const userName = `person-${number}@directory.example`;
      const { totalResults } = await send(
        'GET',
        `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`,
      );
      if (totalResults !== 0) throw new Error('somebody has this user name');
      const name = { givenName: `Person ${number}`, familyName: 'Bench' };
      const { id } = await send('POST', '/Users', {
        userName,
        externalId: `ext-${number}`,
        name,
        active: true,
      });
      ids.push(id);
    }),
  );
  const members = ids.map((value) => ({ value }));
  const { id: group } = await send('POST', '/Groups', { displayName: 'Everybody' });
  await timed(`a group of ${people} in one request`, () =>
    send('PUT', `/Groups/${group}`, { displayName: 'Everybody', members }),
  );
  const off = { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] };
  await timed(`${people / 10} people deactivated`, () =>
    inParallel(people / 10, async (number) => void (await send('PATCH', `/Users/${ids[number]}`, off))),
  );
  server.disconnect();
  await database.close();
} finally {
  cluster?.stop();
}
