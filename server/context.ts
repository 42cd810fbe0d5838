import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import type { Language } from '../contract/kit/fields.ts';
import type { Db } from './db/db.ts';
import type { AnswerKeeper } from './kit/idempotent-call.ts';
import type { Iris } from './kit/iris.ts';
import type { RanksOn } from './people/dependencies.ts';
import type { Person } from './people/person.ts';

/** The values that a route may pass to domain functions. */
export interface Context {
  db: Db;
  /**
   * A standby of the database, or the database itself, for large reads that need not be completely current.
   */
  standby: Db;
  iris: Iris;
  now: Temporal.Instant;
  /** The person's time zone, as sent by their browser. */
  timeZone: string;
  /** Today in the person's time zone. */
  today: Temporal.PlainDate;
  language: Language;
  /** The signed-in person. Reading this in a public operation is a bug and throws. */
  person: Person;
  /**
   * Stores the response under the call's idempotency key; undefined if the call has no key or creates
   * nothing.
   */
  keeper: AnswerKeeper | undefined;
  ranksOn: RanksOn;
  request: FastifyRequest;
  reply: FastifyReply;
}
