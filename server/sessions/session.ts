import fastifyCookie from '@fastify/cookie';
import fastifySession from '@fastify/session';
import connectPgSimple from 'connect-pg-simple';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import { notFound, ProblemError } from '../kit/problem-error.ts';
import { beginSessionEpoch, findSignedIn, type Person, type SessionHolder } from '../people/person.ts';

declare module 'fastify' {
  interface Session {
    personId?: number;
    /** The person's epoch when the session began. */
    sessionEpoch?: number;
    /** The day on which the session was last prolonged. */
    prolongedOn?: string;
  }
  interface FastifyRequest {
    person: Person | null;
  }
}

/** A person who comes back within 30 days is still signed in. */
const thirtyDays = 30 * 24 * 60 * 60;

/** What a visitor's session is for, the way to another service and back, takes minutes. */
const anHour = 60 * 60;

/** Gives an app cookies and sessions that live in the database, so that every process knows them. */
export async function registerSessions(
  app: FastifyInstance,
  settings: { pool: pg.Pool; secret: string; basePath: string; secure: boolean },
): Promise<void> {
  const Store = connectPgSimple({ Store: fastifySession.Store } as never);
  app.decorateRequest('person', null);
  await app.register(fastifyCookie);
  await app.register(fastifySession, {
    secret: settings.secret,
    cookieName: 'session',
    // Expired rows are removed by a job; the ones read here are checked anyway.
    store: new Store({ pool: settings.pool, tableName: 'sessions', pruneSessionInterval: false }) as never,
    saveUninitialized: false,
    rolling: false,
    cookie: {
      path: settings.basePath,
      httpOnly: true,
      sameSite: 'lax',
      secure: settings.secure,
      maxAge: thirtyDays * 1000,
    },
  });
  app.addHook('onRequest', async ({ session }) => {
    // An address that is written in another way than its cookie's path gets no session: it is none of ours.
    if (!session.sessionId) throw notFound();
  });
}

/** Whether a request carries a session; the account behind it is not looked up. */
export const isSignedIn = (request: FastifyRequest): boolean => request.session.personId !== undefined;

/** Starts a new session for a person; the one before, if any, is gone. */
export async function startSession(
  request: FastifyRequest,
  person: Pick<SessionHolder, 'id' | 'session_epoch'>,
): Promise<void> {
  await request.session.regenerate();
  request.session.options({ maxAge: thirtyDays * 1000 });
  request.session.personId = person.id;
  request.session.sessionEpoch = person.session_epoch;
}

/** Lets the session of somebody who is not signed in end soon: nothing in it is worth keeping for weeks. */
export function keepBriefly(request: FastifyRequest): void {
  if (!isSignedIn(request)) request.session.options({ maxAge: anHour * 1000 });
}

/** Ends the session of a request. */
export async function endSession(request: FastifyRequest): Promise<void> {
  await request.session.destroy();
}

/**
 * Ends all sessions of a person, on every device: those that are being begun with the old password too, and those
 * that a request under way is about to write again.
 */
export async function endSessionsOf(tx: Db, personId: number): Promise<void> {
  await beginSessionEpoch(tx, personId);
  await tx.deleteFrom('sessions').where('person_id', '=', personId).execute();
}

/** Whose session a request carries; nothing where it carries none that is good. */
export async function personOfSession(
  db: Db,
  { session: { personId, sessionEpoch = 0 } }: FastifyRequest,
): Promise<Person | undefined> {
  return personId === undefined ? undefined : findSignedIn(db, personId, sessionEpoch);
}

/**
 * Finds out who a request is from, and once a day prolongs their session.
 * Throws 401 where nobody is signed in, or the account is gone.
 */
export async function authenticate(db: Db, request: FastifyRequest, now: Temporal.Instant): Promise<void> {
  const person = await personOfSession(db, request);
  if (!person) throw new ProblemError(401, 'signedOut');
  request.person = person;
  const day = now.toString().slice(0, 10);
  if (request.session.prolongedOn !== day) {
    request.session.prolongedOn = day;
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
