import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import type * as z from 'zod';
import type * as accounts from '../../contract/accounts.ts';
import type { Answer, CallInput, Operation } from '../../contract/kit/operation.ts';
import { Problem } from '../../contract/kit/problem.ts';
import type { ManagementRole } from '../../contract/roles.ts';
import { buildApp } from '../app.ts';
import type { Database } from '../db/db.ts';
import type { Providers } from '../integrations/provider-access.ts';
import { todayFor } from '../kit/platform-day.ts';
import { openQueue, type Queue } from '../kit/queue.ts';
import type { Provider } from '../sign-in/identities/provider.ts';
import { cookieName } from '../sign-in/sessions/cookie-settings.ts';
import { createAccount } from '../sign-in/sign-up/new-account.ts';
import { insertSession } from './inserted-session.ts';
import { testDatabase } from './test-database.ts';

/** A person's browser: uses the app only through HTTP requests, and has its own cookies. */
export interface Browser {
  /** Sends any request. */
  send(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** Returns the value of the Cookie header, for requests over a real connection. */
  cookie(): string;
  /** Calls an operation that must succeed; the response is checked against the contract. */
  call<Op extends Operation>(op: Op, input: CallInput<Op>): Promise<Answer<Op>>;
  /** Calls an operation that must fail; the problem response is checked against the contract. */
  refused(op: Operation, input: object, headers?: Record<string, string>): Promise<Problem>;
}

export interface TestApp {
  app: FastifyInstance;
  database: Database;
  queue: Queue;
  basePath: string;
  /** The app's clock; by default, noon in Brussels on Saturday 21 November 2026. */
  clock: { now: Temporal.Instant };
  browser(): Browser;
  /** Signs up a new person with the guest code WELCOME and signs them in. */
  participant(name?: string): Promise<Browser & { iri: string; email: string }>;
  /** Creates a new organiser, moderator or analyst and signs them in. */
  organiser(role?: ManagementRole): Promise<Browser & { iri: string; email: string }>;
  close(): Promise<void>;
}

/** The secret of the server under test. */
export const testSecret = 'a secret of thirty-two characters';

/** Starts the whole server on its own database, which contains only the guest code WELCOME and two sports. */
export async function testApp(
  settings: {
    /** A migrated, empty database; by default, a new one on the engine under test. */
    database?: Database;
    /** Whether the database already has a guest code and sports, for example because it belongs to another test app. */
    isFilled?: boolean;
    /** Switches on employer-blind mode with this key. */
    detailsKey?: string | undefined;
    basePath?: string;
    publicUrl?: string;
    identityProviders?: Provider[];
    providers?: Providers;
    /** Whether the app also runs background jobs. */
    works?: boolean;
    appFolders?: { web: string; management: string };
  } = {},
): Promise<TestApp> {
  const database = settings.database ?? (await testDatabase(undefined, settings.detailsKey));
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
  if (!settings.isFilled) await fillWithBasics(database);
  // Two test apps on one database sign up different people.
  let signedUp = settings.isFilled ? 1000 : 0;

  const secure = settings.publicUrl?.startsWith('https:') ?? false;
  const sessionCookie = cookieName('session', { basePath, secure });
  const browser = (): Browser & { setCookie(name: string, value: string): void } => {
    const cookies = new Map<string, string>();
    const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const send = async (options: InjectOptions) => {
      const cookie = cookieHeader();
      const response = await app.inject({
        ...options,
        headers: { 'accept-language': 'en', ...(cookie ? { cookie } : {}), ...options.headers },
      });
      for (const { name, value } of response.cookies) cookies.set(name, value);
      return response;
    };
    return {
      send,
      cookie: cookieHeader,
      setCookie: (name, value) => cookies.set(name, value),
      call: async (op, input) => {
        // Adds an idempotency key as the real apps do, so every test of a POST also covers the key.
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
    // A test may stop the database before its first request.
    await app.ready();
    signedUp += 1;
    const person = browser();
    const email = `person-${signedUp}@example.com`;
    const { password, ...entry } = newPerson({ givenName: name, email });
    const account = { ...entry, consent: undefined, passwordHash: await cheapHash(password), isActive: true };
    const now = clock.now;
    const id = await database.db
      .transaction()
      .execute((tx) => createAccount(tx, account, { now, today: todayFor(now, undefined) }));
    person.setCookie(sessionCookie, await insertSession(database.db, testSecret, id, now));
    return { ...person, iri: `${basePath}platform/api/person_infos/${id}`, email };
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

/** Hashes a password cheaply, because tests create thousands of people. Some tests of signing up use the real hash. */
const cheapHash = (password: string) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/** Returns the input for signing up a person. */
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
  const search = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return {
    method: op.method,
    url: `${basePath.slice(0, -1)}${path}?${new URLSearchParams(search)}`.replace(/\?$/, ''),
    ...(body === undefined ? {} : { payload: body }),
  };
}

/** The address of running, a sport that every test database has. */
export const running = '/platform/api/sports/1';
/** The address of swimming, a sport without its own boards. */
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

/** Returns the id in a person's address. */
export const idOf = ({ iri }: { iri: string }) => Number(iri.split('/').at(-1));
