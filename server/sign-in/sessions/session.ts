import fastifyCookie from '@fastify/cookie';
import fastifySession from '@fastify/session';
import connectPgSimple from 'connect-pg-simple';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Temporal } from 'temporal-polyfill';
import type { Language } from '../../../contract/kit/fields.ts';
import type { Db } from '../../db/db.ts';
import { browserName } from '../../kit/browser-name.ts';
import { notFound, ProblemError } from '../../kit/problem-error.ts';
import { findPerson, type Person } from '../../people/person.ts';
import { beginSessionEpoch } from '../../people/session-epoch.ts';
import { type CookieSettings, cookieFlags, cookieName } from './cookie-settings.ts';
import { type KnownBrowsers, knownBrowsers } from './known-browser.ts';

declare module 'fastify' {
  interface Session {
    personId?: number;
    /** The epoch of the person's sessions that this one was begun in. */
    epoch?: number;
    /** The browser, in plain words. */
    browser?: string | null;
    startedAt?: string;
    /** When it was last used and prolonged, to the hour. */
    seenAt?: string;
  }
  interface FastifyRequest {
    person: Person | null;
    /** The person whom this request has signed in. */
    signedIn: SignedIn | null;
  }
  interface FastifyInstance {
    knownBrowsers: KnownBrowsers;
    /** What the cookie of sessions is called. */
    sessionCookie: string;
  }
}

/** People who come back within 30 days are still signed in. */
const thirtyDays = 30 * 24 * 60 * 60;

/** A visitor's session only lasts for the way to another service and back, which takes minutes. */
const anHour = 60 * 60;

/** Gives an app cookies and sessions that live in the database, so that every process knows them. */
export async function registerSessions(
  app: FastifyInstance,
  settings: CookieSettings & { pool: pg.Pool; secret: string },
): Promise<void> {
  const Store = connectPgSimple({ Store: fastifySession.Store } as never);
  app.decorateRequest('person', null);
  app.decorateRequest('signedIn', null);
  app.decorate('knownBrowsers', knownBrowsers(settings));
  app.decorate('sessionCookie', cookieName('session', settings));
  await app.register(fastifyCookie);
  await app.register(fastifySession, {
    secret: settings.secret,
    cookieName: app.sessionCookie,
    // Expired rows are removed by a job; the ones read here are checked anyway.
    store: new Store({ pool: settings.pool, tableName: 'sessions', pruneSessionInterval: false }) as never,
    saveUninitialized: false,
    rolling: false,
    cookie: { ...cookieFlags(settings), maxAge: thirtyDays * 1000 },
  });
  // After the session's own cookie, which is the one that programs look for.
  app.addHook('onSend', async ({ signedIn }, reply) => {
    if (signedIn) app.knownBrowsers.remember(reply, signedIn);
  });
  if (app.sessionCookie !== 'session')
    app.addHook('onRequest', (request, reply) => endUnprefixed(request, reply, settings));
  // The router reads addresses decoded, the path of the cookie is compared as written: whoever writes the base
  // path in another way has no session, and is nowhere. Without its slash it leads to the one with it.
  app.addHook('onRequest', async ({ session, url }) => {
    if (!session.sessionId && `${url.split('?', 1)[0]}/` !== settings.basePath) throw notFound();
  });
}

/** Ends a session of the time before cookies had their prefix: nothing reads its cookie any more. */
async function endUnprefixed(
  { cookies }: FastifyRequest,
  reply: FastifyReply,
  settings: CookieSettings & { pool: pg.Pool; secret: string },
): Promise<void> {
  if (cookies.session === undefined) return;
  reply.clearCookie('session', cookieFlags(settings));
  const { valid, value } = fastifyCookie.unsign(cookies.session, settings.secret);
  if (valid) await settings.pool.query('delete from sessions where sid = $1', [value]);
}

/** Whether a request carries a session; the account behind it is not looked up. */
export const isSignedIn = (request: FastifyRequest): boolean => request.session.personId !== undefined;

/** Whether a request has a session's cookie; whether the session is still one is not looked up. */
export const isLikelySignedIn = ({ cookies, server }: FastifyRequest): boolean =>
  cookies[server.sessionCookie] !== undefined;

/** A person who has just proven who they are, with the session epoch read together with the proof. */
export interface SignedIn {
  id: number;
  language: Language;
  session_epoch: number;
}

/** Starts a new session for a person and deletes the one before, if any. From now on the account knows this browser. */
export async function startSession(
  request: FastifyRequest,
  person: SignedIn,
  now: Temporal.Instant,
): Promise<void> {
  request.signedIn = person;
  await request.session.regenerate();
  request.session.options({ maxAge: thirtyDays * 1000 });
  request.session.personId = person.id;
  request.session.epoch = person.session_epoch;
  request.session.browser = browserName(request.headers['user-agent']);
  request.session.startedAt = now.toString();
  request.session.seenAt = now.toString();
}

/** Continues with a new session after all sessions of the person, including this one, were ended. */
export async function renewSession(
  request: FastifyRequest,
  person: SignedIn,
  now: Temporal.Instant,
): Promise<void> {
  const { startedAt } = request.session;
  await startSession(request, person, now);
  request.session.startedAt = startedAt ?? now.toString();
}

/** A person to be signed in again, in the transaction that has ended their sessions. */
export const readSignedIn = (tx: Db, personId: number): Promise<SignedIn> =>
  tx
    .selectFrom('people')
    .select(['id', 'language', 'session_epoch'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();

/** Lets an anonymous session expire soon: nothing in it needs to be stored for weeks. */
export function shortenAnonymousSession(request: FastifyRequest): void {
  if (!isSignedIn(request)) request.session.options({ maxAge: anHour * 1000 });
}

/** Leaves the session of a request as it is stored: what stores it cannot be reached, and the answer must not wait. */
export function skipSessionSave(request: FastifyRequest): void {
  request.session = {} as typeof request.session;
}

/** Ends the session of a request. */
export async function endSession(request: FastifyRequest): Promise<void> {
  await request.session.destroy();
}

/** Ends all sessions of a person, on every device, also those that are being begun or written at this moment. */
export async function endSessionsOf(tx: Db, personId: number): Promise<void> {
  // First: what is being written meanwhile is there by now, or waits and is left out.
  await beginSessionEpoch(tx, personId);
  await tx.deleteFrom('sessions').where('person_id', '=', personId).execute();
}

/**
 * Throws 401 if the request's session has been ended since it began, and keeps it from being ended until the
 * transaction is over. For changes that outlive a session: a stolen one must not leave anything behind.
 */
export async function mustStillBeSignedIn(tx: Db, { session }: FastifyRequest): Promise<void> {
  const held = await tx
    .selectFrom('people')
    .select('session_epoch')
    .where('id', '=', session.personId ?? 0)
    .forUpdate()
    .executeTakeFirst();
  const kept = await tx
    .selectFrom('sessions')
    .select('sid')
    .where('sid', '=', session.sessionId)
    .where('person_id', '=', session.personId ?? 0)
    .executeTakeFirst();
  if (!kept || held?.session_epoch !== (session.epoch ?? 0)) throw new ProblemError(401, 'signedOut');
}

/**
 * Finds the person of a request, and extends their session once an hour. Throws 401 if nobody is signed in, or the
 * account is deleted.
 */
export async function authenticate(db: Db, request: FastifyRequest, now: Temporal.Instant): Promise<void> {
  const { personId } = request.session;
  const person = personId === undefined ? undefined : await findPerson(db, personId);
  if (!person) throw new ProblemError(401, 'signedOut');
  request.person = person;
  const { seenAt } = request.session;
  if (seenAt === undefined || now.epochMilliseconds - Date.parse(seenAt) >= anHour * 1000) {
    request.session.seenAt = now.toString();
    request.session.touch();
  }
}

/** Removes the sessions that have ended by themselves. */
export async function removeExpiredSessions(db: Db, now: Temporal.Instant): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('expire', '<', now.toString() as never)
    .execute();
}
