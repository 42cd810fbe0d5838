import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import type * as z from 'zod';
import type * as accounts from '../../contract/accounts.ts';
import type { Answer, CallInput, Operation } from '../../contract/kit/operation.ts';
import { Problem } from '../../contract/kit/problem.ts';
import * as people from '../../contract/people.ts';
import * as sessions from '../../contract/sessions.ts';
import { buildApp } from '../app.ts';
import type { Database } from '../db/db.ts';
import type { Providers } from '../integrations/provider-access.ts';
import { todayFor } from '../kit/platform-day.ts';
import { openQueue, type Queue } from '../kit/queue.ts';
import type { Provider } from '../sign-in/identities/provider.ts';
import { createAccount } from '../sign-in/sign-up/new-account.ts';
import { testDatabase } from './test-database.ts';

/** A person's browser, which uses the app over HTTP only, with its own cookies. */
export interface Browser {
  /** Sends any request. */
  send(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** Calls an operation that must succeed; the answer is checked against the contract. */
  call<Op extends Operation>(op: Op, input: CallInput<Op>): Promise<Answer<Op>>;
  /** Calls an operation that must fail; the problem is checked against the contract. */
  refused(op: Operation, input: object, headers?: Record<string, string>): Promise<Problem>;
}

export interface TestApp {
  app: FastifyInstance;
  database: Database;
  queue: Queue;
  basePath: string;
  /** The time of the app; noon in Brussels on Saturday 21 November 2026 by default. */
  clock: { now: Temporal.Instant };
  browser(): Browser;
  /** A new person, signed up with the guest code WELCOME and signed in. */
  participant(name?: string): Promise<Browser & { iri: string; email: string }>;
  /** A new organiser, signed in. */
  organiser(role?: 'organiser' | 'moderator'): Promise<Browser & { iri: string; email: string }>;
  close(): Promise<void>;
}

/** The secret of the server under test. */
export const testSecret = 'a secret of thirty-two characters';

/** The whole server on a database of its own, with only the guest code WELCOME and two sports. */
export async function testApp(
  settings: {
    /** A migrated, empty database; by default a new one of the engine under test. */
    database?: Database;
    basePath?: string;
    publicUrl?: string;
    identityProviders?: Provider[];
    providers?: Providers;
    /** Whether background jobs are done too. */
    works?: boolean;
    appFolders?: { web: string; management: string };
  } = {},
): Promise<TestApp> {
  const database = settings.database ?? (await testDatabase());
  const clock = { now: Temporal.Instant.from('2026-11-21T11:00:00Z') };
  const basePath = settings.basePath ?? '/';
  const queue = openQueue(database.pool, {
    works: settings.works ?? false,
    pollingIntervalSeconds: 0.5,
    report: (error) => console.error(error),
  });
  const app = await buildApp({
    database,
    queue,
    basePath,
    ...(settings.publicUrl ? { publicUrl: settings.publicUrl } : {}),
    ...(settings.identityProviders ? { identityProviders: settings.identityProviders } : {}),
    ...(settings.providers ? { couplings: { providers: settings.providers, isSandbox: true } } : {}),
    secret: testSecret,
    ...(settings.appFolders ? { appFolders: settings.appFolders } : {}),
    logLevel: 'silent',
    clock: () => clock.now,
  });
  await fillWithBasics(database);
  let signedUp = 0;

  const browser = (): Browser => {
    const cookies = new Map<string, string>();
    const send = async (options: InjectOptions) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await app.inject({
        ...options,
        headers: { 'accept-language': 'en', ...(cookie ? { cookie } : {}), ...options.headers },
      });
      for (const { name, value } of response.cookies) cookies.set(name, value);
      return response;
    };
    return {
      send,
      call: async (op, input) => {
        // As the apps do, so that every test of a creating call also tests its key.
        const headers = op.method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
        const response = await send({ ...requestOf(basePath, op, input), headers });
        if (response.statusCode !== (op.status ?? 200))
          throw new Error(`${op.method} ${op.path}: ${response.statusCode} ${response.body}`);
        return (op.answer ? (op.answer as unknown as z.ZodType).parse(response.json()) : undefined) as never;
      },
      refused: async (op, input, headers) => {
        const response = await send({ ...requestOf(basePath, op, input), ...(headers ? { headers } : {}) });
        if (response.statusCode < 400)
          throw new Error(`${op.method} ${op.path} was not refused: ${response.body}`);
        return Problem.parse(response.json());
      },
    };
  };

  const participant = async (name = 'Participant') => {
    signedUp += 1;
    const person = browser();
    const email = `person-${signedUp}@example.com`;
    const { password, ...entry } = newPerson({ givenName: name, email });
    const account = { ...entry, consent: undefined, passwordHash: await cheapHash(password), isActive: true };
    const now = clock.now;
    await database.db
      .transaction()
      .execute((tx) => createAccount(tx, account, { now, today: todayFor(now, undefined) }));
    await person.call(sessions.signIn, { body: { username: email, password } });
    const { iri } = await person.call(people.me, {});
    return { ...person, iri, email };
  };

  return {
    app,
    database,
    queue,
    basePath,
    clock,
    browser,
    participant,
    organiser: async (role = 'organiser') => {
      const person = await participant('Organiser');
      await database.db.updateTable('people').set({ role }).where('email', '=', person.email).execute();
      return person;
    },
    close: async () => {
      await app.close();
      await queue.stop();
      await database.close();
    },
  };
}

/** Tests create thousands of people, so their hash is cheap. The sign-up has tests with the real one. */
const cheapHash = (password: string) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/** The input of a sign-up. */
export function newPerson(changes: Partial<Record<keyof z.output<typeof accounts.SignUp>, string>> = {}) {
  return {
    givenName: 'Anneke',
    surname: 'Dubois',
    email: 'anneke@example.com',
    guestCode: 'WELCOME',
    password: 'sturdy walking shoes',
    language: 'en' as const,
    ...(changes as object),
  };
}

function requestOf(basePath: string, op: Operation, input: object): InjectOptions {
  const { params = {}, query = {}, body } = input as Record<string, Record<string, unknown> | undefined>;
  const path = op.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])));
  const words = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return {
    method: op.method,
    url: `${basePath.slice(0, -1)}${path}?${new URLSearchParams(words)}`.replace(/\?$/, ''),
    ...(body === undefined ? {} : { payload: body }),
  };
}

/** Address of the running sport that every test database has. */
export const running = '/platform/api/sports/1';
/** Address of the swimming sport, which has no boards of its own. */
export const swimming = '/platform/api/sports/2';

async function fillWithBasics({ db }: Database): Promise<void> {
  await db
    .insertInto('guest_codes')
    .values({ code: 'WELCOME', normalised_code: 'WELCOME', maximum_uses: null })
    .execute();
  await db
    .insertInto('sports')
    .values([
      { name: 'running', type: 'running', approved: true, km_per_hour: 10 },
      { name: 'swimming', type: 'other', approved: true, km_per_hour: 7 },
    ])
    .execute();
}

/** A person's id. */
export const idOf = ({ iri }: { iri: string }) => Number(iri.split('/').at(-1));
