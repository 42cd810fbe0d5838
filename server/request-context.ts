import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import type { Language } from '../contract/kit/fields.ts';
import type { Context } from './context.ts';
import type { Db } from './db/db.ts';
import type { AnswerKeeper } from './kit/idempotent-call.ts';
import type { Iris } from './kit/iris.ts';
import { timeZoneOf, todayFor } from './kit/platform-day.ts';
import type { RanksOn } from './people/dependencies.ts';
import type { Person } from './people/person.ts';
import { languageOf } from './platform/texts/language.ts';

/** What the contexts of all requests are made from. */
export interface ContextSources {
  db: Db;
  standby: Db;
  iris: Iris;
  clock: () => Temporal.Instant;
  ranksOn: RanksOn;
}

/**
 * The context of a request. A class, because creating an object with getters for each request would take half the time
 * of a handler that responds from memory. `keyed` has the transaction of a call with an idempotency key, and the function
 * that stores its response.
 */
export class RequestContext implements Context {
  readonly db: Db;
  readonly standby: Db;
  readonly iris: Iris;
  readonly language: Language;
  readonly keeper: AnswerKeeper | undefined;
  readonly ranksOn: RanksOn;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly clock: () => Temporal.Instant;
  time: Temporal.Instant | undefined;

  constructor(
    { db, standby, iris, clock, ranksOn }: ContextSources,
    request: FastifyRequest,
    reply: FastifyReply,
    keyed?: { db: Db; keeper: AnswerKeeper },
  ) {
    this.db = keyed?.db ?? db;
    this.standby = standby;
    this.iris = iris;
    this.clock = clock;
    this.language = languageOf(request);
    this.keeper = keyed?.keeper;
    this.ranksOn = ranksOn;
    this.request = request;
    this.reply = reply;
  }

  /** The time when a handler first asked for it. Creating it is slow, and responses from memory need none. */
  get now(): Temporal.Instant {
    this.time ??= this.clock();
    return this.time;
  }

  // Calculations with time zones are slow, and most responses need none.
  get timeZone(): string {
    return timeZoneOf(zoneNamedIn(this.request), this.now);
  }

  get today(): Temporal.PlainDate {
    return todayFor(this.now, zoneNamedIn(this.request));
  }

  get person(): Person {
    if (!this.request.person) throw new Error('a public operation has no person');
    return this.request.person;
  }
}

const zoneNamedIn = ({ headers }: FastifyRequest) => headers['time-zone'] as string | undefined;
