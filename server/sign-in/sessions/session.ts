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
    /** The epoch of the person's sessions when this one began. */
    epoch?: number;
    /** The browser, in plain words. */
    browser?: string | null;
    startedAt?: string;
    /** When it was last used and extended, to the hour. */
    seenAt?: string;
  }
  interface FastifyRequest {
    person: Person | null;
    /** The person whom this request has signed in. */
    signedIn: SignedIn | null;
  }
  interface FastifyInstance {
    knownBrowsers: KnownBrowsers;
    /** The name of the session cookie. */
    sessionCookie: string;
  }
}

/** People who return within 30 days are still signed in. */
const thirtyDays = 30 * 24 * 60 * 60;

/** A visitor's session only has to last until they return from another service, which takes minutes. */
const anHour = 60 * 60;

/** Adds cookies and sessions, which are stored in the database, so that every process knows them. */
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
    // A job removes expired rows; expiry is also checked on reading.
    store: new Store({ pool: settings.pool, tableName: 'sessions', pruneSessionInterval: false }) as never,
    saveUninitialized: false,
    rolling: false,
    cookie: { ...cookieFlags(settings), maxAge: thirtyDays * 1000 },
  });
  // After the session's own cookie, which programs expect first.
  app.addHook('onSend', async ({ signedIn }, reply) => {
    if (signedIn) app.knownBrowsers.remember(reply, signedIn);
  });
  if (app.sessionCookie !== 'session')
    app.addHook('onRequest', (request, reply) => endUnprefixed(request, reply, settings));
  // The router decodes addresses, but a cookie's path is compared as written: an address with another spelling of the
  // base path has no session, so it is not found. Without its slash, the base path redirects to the one with it.
  app.addHook('onRequest', async ({ session, url }) => {
    if (!session.sessionId && `${url.split('?', 1)[0]}/` !== settings.basePath) throw notFound();
  });
}

/** Ends a session from before cookies had their prefix, as its cookie is no longer read. */
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

/** Whether a request has a session; the account behind it is not looked up. */
export const isSignedIn = (request: FastifyRequest): boolean => request.session.personId !== undefined;

/** Whether a request has a session cookie, valid or not. */
export const isLikelySignedIn = ({ cookies, server }: FastifyRequest): boolean =>
  cookies[server.sessionCookie] !== undefined;

/** A person who has just proven who they are, with the session epoch at that time. */
export interface SignedIn {
  id: number;
  language: Language;
  session_epoch: number;
}

/**
 * Starts a new session for a person and deletes the previous one, if any. From now on the account knows this browser.
 */
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

/** A person to sign in again, read in the transaction that has ended their sessions. */
export const readSignedIn = (tx: Db, personId: number): Promise<SignedIn> =>
  tx
    .selectFrom('people')
    .select(['id', 'language', 'session_epoch'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();

/** Makes an anonymous session expire soon, as nothing in it is needed for weeks. */
export function shortenAnonymousSession(request: FastifyRequest): void {
  if (!isSignedIn(request)) request.session.options({ maxAge: anHour * 1000 });
}

/** Does not save the session of a request: the store cannot be reached, and the answer must not wait. */
export function skipSessionSave(request: FastifyRequest): void {
  request.session = {} as typeof request.session;
}

/** Ends the session of a request. */
export async function endSession(request: FastifyRequest): Promise<void> {
  await request.session.destroy();
}

/** Ends all sessions of a person, on every device, including those that are starting or being written. */
export async function endSessionsOf(tx: Db, personId: number): Promise<void> {
  // First, so that running writes finish before, and later ones are refused.
  await beginSessionEpoch(tx, personId);
  await tx.deleteFrom('sessions').where('person_id', '=', personId).execute();
}

/**
 * Throws 401 if the request's session has ended since it began, and prevents ending it until the transaction is over.
 * For changes that outlive a session: a stolen one must not leave anything behind.
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

/** Removes expired sessions. */
export async function removeExpiredSessions(db: Db, now: Temporal.Instant): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('expire', '<', now.toString() as never)
    .execute();
}
