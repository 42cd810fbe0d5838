import type { FastifyReply, FastifyRequest } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import type { Language } from '../contract/kit/fields.ts';
import type { Db } from './db/db.ts';
import type { Iris } from './kit/iris.ts';
import type { Person } from './people/person.ts';

/** What a route may hand to a domain function. */
export interface Context {
  db: Db;
  iris: Iris;
  now: Temporal.Instant;
  /** Where the person is, by what their browser says. */
  timeZone: string;
  /** Today where the person is. */
  today: Temporal.PlainDate;
  language: Language;
  /** The signed-in person; reading it in a public operation is a mistake and throws. */
  person: Person;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Where the platform's days, weeks and months turn, unless a challenge says otherwise. */
export const platformTimeZone = 'Europe/Brussels';

/** The zone that a browser names in `Time-Zone`; the platform's where it names none that exists. */
export function timeZoneOf(named: string | undefined): string {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(named ?? platformTimeZone).timeZoneId;
  } catch {
    return platformTimeZone;
  }
}

/** Today in the zone that a browser names in `Time-Zone`; in the platform's where it names none that exists. */
export const todayFor = (now: Temporal.Instant, timeZone: string | undefined): Temporal.PlainDate =>
  now.toZonedDateTimeISO(timeZoneOf(timeZone)).toPlainDate();
