import { afterEach, describe, expect, it } from 'vitest';
import * as activities from '../../contract/activities.ts';
import { running, testApp } from '../testing/test-app.ts';
import { testDatabase } from '../testing/test-database.ts';
import { type Database, openDatabase } from './db.ts';
import { checkDetailsKey, detailsKeyProblem } from './details-key.ts';

const key = 'the details key of the tests, long enough';
const otherKey = 'another details key of the tests, also long';

const open: Database[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** Opens the same database again, as another process would. */
async function openAgain({ pglite, pool }: Database, detailsKey: string | undefined): Promise<Database> {
  const databaseUrl = pglite ? undefined : String(pool.options.connectionString);
  // The embedded engine has one session, which would refuse the second handle's statements with the same names.
  await pglite?.exec('deallocate all');
  const opened = await openDatabase({ databaseUrl, pglite, detailsKey });
  open.push(opened);
  return opened;
}

async function blindDatabase(): Promise<Database> {
  const database = await testDatabase(undefined, key);
  open.push(database);
  return database;
}

describe('a database in employer-blind mode', () => {
  it('can be used only with the key that it was created with', async () => {
    const database = await blindDatabase();
    await checkDetailsKey((await openAgain(database, key)).db);
    await expect(checkDetailsKey((await openAgain(database, otherKey)).db)).rejects.toThrow(/not the key/);
    await expect(checkDetailsKey((await openAgain(database, undefined)).db)).rejects.toThrow(/set the key/);
  });

  it('refuses details that a process without the key writes', async () => {
    const database = await blindDatabase();
    const old = await testApp({ database: await openAgain(database, undefined) });
    const person = await old.participant();
    const body = {
      performedAt: '2026-11-20',
      sport: running,
      amountType: 'km',
      kilometers: 5,
      info: 'Secret',
    };
    expect((await person.refused(activities.create, { body })).status).toBe(500);
    expect(await database.db.selectFrom('activities').select('id').execute()).toEqual([]);
    await old.app.close();
    await old.queue.stop();
  });

  it('cannot be created from a database that has had activities, even if all of them were deleted', async () => {
    const app = await testApp();
    open.push(app.database);
    const person = await app.participant();
    const body = { performedAt: '2026-11-20', sport: running, amountType: 'km', kilometers: 5 } as const;
    const { uuid } = await person.call(activities.create, { body });
    await person.call(activities.remove, { params: { uuid } });
    await expect(checkDetailsKey((await openAgain(app.database, key)).db)).rejects.toThrow(/already exist/);
    await app.app.close();
    await app.queue.stop();
  });

  it('tells the operator what is wrong with the key', async () => {
    const { db } = await blindDatabase();
    const { proof } = await db.selectFrom('details_key').select('proof').executeTakeFirstOrThrow();
    expect(detailsKeyProblem(proof, key)).toBeUndefined();
    expect(detailsKeyProblem(undefined, undefined)).toBeUndefined();
    for (const wrong of [undefined, otherKey])
      expect(detailsKeyProblem(proof, wrong)).toMatch(/^DETAILS_KEY: .* start again\.$/);
  });
});
