import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Workout } from '../activities/source-records/workout.ts';
import type { Database } from '../db/db.ts';
import { encryptorOf } from '../db/encryption.ts';
import { receivedRun } from '../testing/received-run.ts';
import { testDatabase } from '../testing/test-database.ts';
import {
  type ConnectedAccountRow,
  findConnectedAccount,
  saveConnectedAccount,
  tokensOf,
} from './connected-account.ts';
import { disconnect } from './disconnection.ts';
import { type IntegrationDependencies, withAccess } from './provider-access.ts';
import type { Grant, Provider } from './providers/provider.ts';
import { ProviderError } from './providers/provider-error.ts';
import { addRead } from './reading/account-reads.ts';
import { planPolls, planRenewals } from './reading/polls.ts';
import { readDue } from './reading/read-due.ts';
import { handleDelivery } from './webhooks/webhook-events.ts';

const now = Temporal.Instant.from('2026-11-21T11:00:00Z');
const encryptor = encryptorOf('a secret of thirty-two characters');
let database: Database;
let work: IntegrationDependencies;
let mailed: number[];
let personId: number;
let at: Temporal.Instant;

/** A service whose behaviour the test controls. */
const service: Provider = {
  platform: 'Garmin',
  usesPkce: true,
  refreshes: 'immediately',
  firstImportDays: 30,
  polling: 'nightly',
  consentAddress: () => '',
  grant: () => Promise.reject(new Error('not under test')),
  refresh: async () => grantOf('old account', 'renewed').tokens,
  check: async () => {},
  revoke: async () => {},
  async *list() {
    yield* [];
  },
  read: async () => undefined,
  receive: () => Promise.reject(new Error('not under test')),
  eventsOf: () => [],
};

const grantOf = (userId: string, prefix: string, hours = 24): Grant => ({
  userId,
  scopes: [],
  tokens: {
    accessToken: `${prefix} access`,
    refreshToken: `${prefix} refresh`,
    expiresAt: now.add({ hours }),
  },
});

const run = (externalId: string): Workout =>
  receivedRun({ externalId, startedAt: now.subtract({ hours: 5 }), sportType: 'RUNNING' });

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  const { db } = database;
  mailed = [];
  at = now;
  work = {
    db,
    encryptor,
    providers: { Garmin: service },
    clock: () => at,
    revocationMails:
      async () =>
      async (_tx, { personId }) =>
        void mailed.push(personId),
  };
  ({ id: personId } = await db
    .insertInto('people')
    .values({
      email: `${crypto.randomUUID()}@example.com`,
      given_name: 'Robin',
      surname: 'Janssens',
      sort_name: 'robin janssens',
      language: 'en',
      created_at: now.toString(),
      activated_at: now.toString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow());
});

/** Reads everything that is due at the service. Returns the errors. */
const readAll = async () => {
  const failures: unknown[] = [];
  await readDue(work, work.providers.Garmin as Provider, (error) => failures.push(error));
  return failures;
};
const importFirst = async (id: number | undefined) => {
  await addRead(work.db, { id: id ?? 0, platform: 'Garmin' }, { kind: 'first' }, 'first', at);
  return readAll();
};

const couple = (grant: Grant) => saveConnectedAccount(database.db, encryptor, personId, 'Garmin', grant, at);
const account = async () =>
  (await findConnectedAccount(database.db, personId, 'Garmin')) as ConnectedAccountRow;
const accountOf = (name: string) => `${name} of ${personId}`;

describe('a token renewal during which the person reconnects', () => {
  const old = () => grantOf(accountOf('old account'), 'old', 0);
  const renewals = [
    ['succeeds', async () => grantOf('', 'renewed').tokens],
    ['fails', () => Promise.reject(new ProviderError('gone', 'the consent is gone'))],
  ] as const;

  it.each(renewals)('leaves the new consent unchanged if the renewal %s', async (_, answer) => {
    for (const name of ['old account', 'new account']) {
      await couple(old());
      const provider: Provider = {
        ...service,
        async refresh() {
          await couple(grantOf(accountOf(name), 'new'));
          return answer();
        },
      };
      await withAccess(work, provider, await account(), async () => {}).catch(() => undefined);
      const kept = await account();
      expect(kept).toMatchObject({ user_id: accountOf(name), dead_since: null });
      expect(tokensOf(encryptor, kept)).toMatchObject({ accessToken: 'new access' });
      expect(mailed).toEqual([]);
    }
  });
});

describe('disconnecting during an import', () => {
  it('leaves no workouts behind if the person chose not to keep them', async () => {
    const id = (await couple(grantOf(accountOf('account'), 'good'))) as number;
    const provider: Provider = {
      ...service,
      async *list() {
        yield [run('before')];
        await disconnect(work, await account(), false);
        yield [run('after')];
      },
    };
    work.providers = { Garmin: provider };
    await importFirst(id);
    const left = await database.db
      .selectFrom('source_records')
      .select('external_id')
      .where('person_id', '=', personId)
      .execute();
    expect(left).toEqual([]);
  });
});

describe('a job that cannot be enqueued', () => {
  const refuse = () => Promise.reject(new Error('the queue rejects the job'));

  it('leaves the account connected, so that the next call detects the revocation again', async () => {
    await couple(grantOf(accountOf('account'), 'good'));
    const gone = () => Promise.reject(new ProviderError('gone', 'the consent is gone'));
    const attempt = async () =>
      withAccess(work, service, await account(), gone).catch(({ message }) => message);
    const enqueueRevocationMails = work.revocationMails;
    work.revocationMails = async () => refuse;
    expect(await attempt()).toBe('the queue rejects the job');
    expect(await account()).toMatchObject({ dead_since: null });
    work.revocationMails = enqueueRevocationMails;
    expect(await attempt()).toBe('the consent is gone');
    expect((await account()).dead_since).not.toBeNull();
    expect(mailed).toEqual([personId]);
  });

  it('prevents an account from being connected without its first import', async () => {
    const grant = grantOf(accountOf('account'), 'good');
    const kept = saveConnectedAccount(database.db, encryptor, personId, 'Garmin', grant, at, refuse);
    await expect(kept).rejects.toThrow('the queue');
    expect(await account()).toBeUndefined();
  });
});

describe('a first import that is not finished within a day', () => {
  it('is replaced by a poll of the same period', async () => {
    await couple(grantOf(accountOf('account'), 'good'));
    let asked: Temporal.Instant | undefined;
    work.providers = {
      Garmin: {
        ...service,
        async *list(_access, from) {
          asked = from;
          yield* [];
        },
      },
    };
    await planPolls(work, 0);
    await readAll();
    expect(asked?.toString()).toBe(now.subtract({ hours: 30 * 24 }).toString());
    await planPolls(work, 0);
    await readAll();
    expect(asked?.toString()).toBe(now.subtract({ hours: 3 * 24 }).toString());
  });
});

describe('a webhook call with hundreds of workouts from one person', () => {
  it('is stored in batches, so that it does not block other work', async () => {
    await couple(grantOf(accountOf('account'), 'good'));
    const delivered = Array.from({ length: 250 }, (_, n) => ({
      kind: 'delivered' as const,
      userId: accountOf('account'),
      workout: { ...run(String(n)), startedAt: now.subtract({ hours: 5 + n }) },
    }));
    work.providers = { Garmin: { ...service, eventsOf: () => delivered } };
    const count = async () => {
      const { count: found } = await database.db
        .selectFrom('source_records')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('person_id', '=', personId)
        .executeTakeFirstOrThrow();
      return Number(found);
    };
    const taken = handleDelivery(work, { platform: 'Garmin', body: '', receivedAt: now.toString() });
    let seen = 0;
    while (seen === 0) seen = await count();
    expect(seen).toBeLessThan(delivered.length);
    await taken;
    expect(await count()).toBe(delivered.length);
  });
});

describe('connecting a service again', () => {
  const list = (account: string) => {
    work.providers = {
      Garmin: {
        ...service,
        async *list() {
          yield [run(account)];
        },
        read: async () => undefined,
      },
    };
  };
  const records = async () =>
    (
      await database.db
        .selectFrom('source_records')
        .select('external_id')
        .where('person_id', '=', personId)
        .orderBy('id')
        .execute()
    ).map(({ external_id }) => external_id);

  it.each([true, false])(
    'keeps the workouts of a previous, different account (disconnected before: %s)',
    async (isUncoupled) => {
      list('first');
      await importFirst(await couple(grantOf(accountOf('a'), 'a')));
      expect(await records()).toEqual(['first']);
      at = now.add({ minutes: 1 });
      if (isUncoupled) await disconnect(work, await account(), true);
      list('second');
      await importFirst(await couple(grantOf(accountOf('b'), 'b')));
      expect(await records()).toEqual(['first', 'second']);
    },
  );

  it('removes deleted workouts if the account is the same as before', async () => {
    list('first');
    await importFirst(await couple(grantOf(accountOf('a'), 'a')));
    at = now.add({ minutes: 1 });
    list('second');
    await importFirst(await couple(grantOf(accountOf('a'), 'b')));
    expect(await records()).toEqual(['second']);
  });
});

describe('the monthly token renewal', () => {
  it('calls the service for each account that is never polled, and tries again after an outage', async () => {
    const asked: string[] = [];
    let failure: Error | undefined = new ProviderError('down', 'the service is down');
    work.providers = {
      Garmin: {
        ...service,
        polling: 'never',
        check: async ({ userId }) => {
          asked.push(userId);
          if (failure) throw failure;
        },
      },
    };
    await database.db.deleteFrom('connected_accounts').execute();
    await couple(grantOf(accountOf('account'), 'good'));
    await planRenewals(work);
    expect(await readAll()).toEqual([failure]);
    expect(await readAll()).toEqual([]);
    at = now.add({ seconds: 2 });
    failure = undefined;
    expect(await readAll()).toEqual([]);
    expect(asked).toEqual([accountOf('account'), accountOf('account')]);
    at = now.add({ hours: 1 });
    await readAll();
    expect(asked).toHaveLength(2);
  });
});
