import fastifyCookie from '@fastify/cookie';
import fastifySession from '@fastify/session';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Temporal } from 'temporal-polyfill';
import type { Commits } from '../../db/commits.ts';
import type { Db } from '../../db/db.ts';
import { asksFresh } from '../../kit/asks-fresh.ts';
import { browserName } from '../../kit/browser-name.ts';
import { notFound, ProblemError } from '../../kit/problem-error.ts';
import type { Person } from '../../people/person.ts';
import { beginSessionEpoch } from '../../people/session-epoch.ts';
import type { SignedInPeople } from '../../people/signed-in-people.ts';
import { type KnownBrowsers, knownBrowsers } from '../attempt-limits/known-browser.ts';
import { type CookieSettings, cookieFlags, cookieName } from './cookie-settings.ts';
import { SessionStore } from './session-store.ts';
import type { SignedIn } from './signed-in.ts';

declare module 'fastify' {
  interface Session {
    personId?: number;
    /** The person's session epoch when this session began. */
    epoch?: number;
    /** A readable description of the browser. */
    browser?: string | null;
    startedAt?: string;
    /** When the session was last used and extended, updated once an hour. */
    seenAt?: string;
  }
  interface FastifyRequest {
    person: Person | null;
    /** The person whom this request has signed in. */
    signedIn: SignedIn | null;
    /** Whether the session was extended, or a cookie with an outdated name is deleted. */
    changesCookies: boolean;
  }
  interface FastifyInstance {
    knownBrowsers: KnownBrowsers;
    /** The name of the session cookie. */
    sessionCookie: string;
  }
}

/** The lifetime of a session in seconds. People who return within 30 days are still signed in. */
const thirtyDays = 30 * 24 * 60 * 60;

/**
 * How long a session can be extended, in hours: half a year, as long as known browsers are remembered. So a
 * stolen session does not last forever, and few people must sign in again during a challenge.
 */
const longestSession = 182 * 24;

/**
 * The lifetime of a visitor's session in seconds. The session only has to last until the visitor returns from
 * the identity provider.
 */
const anHour = 60 * 60;

/** Registers the plugins and hooks for cookies and sessions. */
export async function registerSessions(
  app: FastifyInstance,
  settings: CookieSettings & { pool: pg.Pool; commits: Commits; secret: string },
): Promise<void> {
  app.decorateRequest('person', null);
  app.decorateRequest('signedIn', null);
  app.decorateRequest('changesCookies', false);
  app.decorate('knownBrowsers', knownBrowsers(settings));
  app.decorate('sessionCookie', cookieName('session', settings));
  await app.register(fastifyCookie);
  await app.register(fastifySession, {
    secret: settings.secret,
    cookieName: app.sessionCookie,
    store: new SessionStore(settings.pool, settings.commits),
    saveUninitialized: false,
    rolling: false,
    cookie: { ...cookieFlags(settings), maxAge: thirtyDays * 1000 },
  });
  // This cookie is set after the session cookie, which API clients expect first.
  app.addHook('onSend', async ({ signedIn }, reply) => {
    if (signedIn) app.knownBrowsers.remember(reply, signedIn);
  });
  if (app.sessionCookie !== 'session')
    app.addHook('onRequest', (request, reply) => endUnprefixed(request, reply, settings));
  // The router decodes URLs, but browsers compare a cookie's path as written. A request with another spelling of the
  // base path therefore has no session and gets 404. The base path without its slash redirects to the path with the
  // slash.
  app.addHook('onRequest', async ({ session, url }) => {
    if (!session.sessionId && `${url.split('?', 1)[0]}/` !== settings.basePath) throw notFound();
  });
}

/** Ends a session whose cookie dates from before cookies had a prefix, as that cookie is no longer read. */
async function endUnprefixed(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: CookieSettings & { pool: pg.Pool; secret: string },
): Promise<void> {
  if (request.cookies.session === undefined) return;
  request.changesCookies = true;
  reply.clearCookie('session', cookieFlags(settings));
  const { valid, value } = fastifyCookie.unsign(request.cookies.session, settings.secret);
  if (valid) await settings.pool.query('delete from sessions where sid = $1', [value]);
}

/** Returns whether a request has a signed-in session, without looking up the account. */
export const isSignedIn = (request: FastifyRequest): boolean => request.session.personId !== undefined;

/** Returns whether a request has a session cookie, valid or not. */
export const isLikelySignedIn = ({ cookies, server }: FastifyRequest): boolean =>
  cookies[server.sessionCookie] !== undefined;

/** Returns whether the response to a request sets or deletes a cookie. */
export const setsCookies = ({ changesCookies, cookies, session, server }: FastifyRequest): boolean => {
  const sent = cookies[server.sessionCookie];
  // The library deletes the cookie of a session that does not exist.
  return changesCookies || (sent !== undefined && sent !== session.encryptedSessionId);
};

/**
 * Starts a new session for a person, and deletes the browser's previous session. Also makes this a known browser of the
 * account.
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

/** Starts a new session after all of the person's sessions, including this request's, were ended. */
export async function renewSession(
  request: FastifyRequest,
  person: SignedIn,
  now: Temporal.Instant,
): Promise<void> {
  const { startedAt } = request.session;
  await startSession(request, person, now);
  request.session.startedAt = startedAt ?? now.toString();
}

/** Reads what a new session for the person needs, in the transaction that ended their old sessions. */
export const readSignedIn = (tx: Db, personId: number): Promise<SignedIn> =>
  tx
    .selectFrom('people')
    .select(['id', 'language', 'session_epoch'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();

/** Makes an anonymous session expire within an hour, as its contents are only needed for minutes. */
export function shortenAnonymousSession(request: FastifyRequest): void {
  if (!isSignedIn(request)) request.session.options({ maxAge: anHour * 1000 });
}

/**
 * Skips saving the request's session: its store may be what has failed, and the response must not wait for the store.
 */
export function skipSessionSave(request: FastifyRequest): void {
  request.session = {} as typeof request.session;
}

/** Ends the session of a request. */
export async function endSession(request: FastifyRequest): Promise<void> {
  await request.session.destroy();
}

/** Ends all sessions of a person, on every device, including sessions that are starting or being written. */
export async function endSessionsOf(tx: Db, personId: number): Promise<void> {
  // The new epoch is stored first, so that running writes finish before the deletion and later writes are refused.
  await beginSessionEpoch(tx, personId);
  await tx.deleteFrom('sessions').where('person_id', '=', personId).execute();
}

/**
 * Throws 401 if the session has ended since the request began, and prevents ending it until the transaction is over.
 * Use this for changes that outlive a session, as a stolen session must not leave anything behind.
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

/** Returns whether a session has been extended for as long as possible. */
const isOver = ({ startedAt }: { startedAt?: string }, now: Temporal.Instant) =>
  startedAt !== undefined && now.epochMilliseconds - Date.parse(startedAt) >= longestSession * anHour * 1000;

/**
 * Finds the person who sent a request, and extends their session once an hour. Throws 401 if nobody is signed in, the
 * account was deleted, or the person signed in half a year ago.
 */
export async function authenticate(
  people: SignedInPeople,
  request: FastifyRequest,
  now: Temporal.Instant,
): Promise<void> {
  if (isOver(request.session, now)) {
    await endSession(request);
    throw new ProblemError(401, 'signedOut');
  }
  const { personId } = request.session;
  const person = personId === undefined ? undefined : await people(personId, asksFresh(request));
  if (!person) throw new ProblemError(401, 'signedOut');
  request.person = person;
  const { seenAt } = request.session;
  if (seenAt === undefined || now.epochMilliseconds - Date.parse(seenAt) >= anHour * 1000) {
    request.session.seenAt = now.toString();
    request.session.touch();
    request.changesCookies = true;
  }
}

/** Removes expired sessions. */
export async function removeExpiredSessions(db: Db, now: Temporal.Instant): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('expire', '<', now.toString() as never)
    .execute();
}
