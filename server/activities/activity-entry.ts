import { type RawBuilder, sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import type { Activity, ActivityEntry } from '../../contract/activities.ts';
import { type Amount, countedMetres, secondsOf, timeOf } from '../../contract/kilometres.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import { notFound, violation } from '../kit/problem-error.ts';
import type { Person } from '../people/person.ts';
import { withStandings } from '../rankings/standings.ts';
import { findSport, sportCollection } from '../sports/sport.ts';
import { mustBeOwn } from './access.ts';
import { findActivity, toActivity } from './activity.ts';

/** When something is entered: the moment, and the day that it is for the person. */
export interface Clock {
  now: Temporal.Instant;
  today: Temporal.PlainDate;
}

type Shown = Omit<Activity, '@context'>;
type Sport = NonNullable<Awaited<ReturnType<typeof findSport>>>;
type Written = Omit<Parameters<typeof toActivity>[1], 'given_name' | 'surname' | 'labels'>;

/** What an activity's row holds of an entry. */
interface Values {
  sport_id: number;
  performed_on: string;
  amount_type: Amount['amountType'];
  seconds: number | null;
  metres: number | null;
  steps: number | null;
  info: string | null;
  counted_metres: number;
}

/**
 * Logs an activity of a person, with its effect on every board.
 * Throws 422 for a day in the future, a sport that cannot be chosen, or a day that holds no more time.
 */
export async function createActivity(
  db: Db,
  iris: Iris,
  person: Person,
  entry: ActivityEntry,
  clock: Clock,
): Promise<Shown> {
  const sport = await chosenSport(db, iris, entry.sport);
  const values = valuesOf(entry, sport, clock.today);
  const { columns, list } = written(values);
  const query = sql<Written>`
    with entry as (
      insert into activities (person_id, created_at, ${columns})
      values (${person.id}, ${clock.now.toString()}, ${list})
      returning *
    ),
    change as (
      select person_id, performed_on, sport_id, seconds, counted_metres as metres, 1 as counted from entry
    ),
    ${withStandings(clock.now)}
    select * from entry`;
  const row = await whereDayHolds(db, person, values, 0, () => query.execute(db));
  return toActivity(iris, { ...requireRow(row), ...nameOf(person), labels: sport.labels });
}

/**
 * Changes an own activity, and every board that it was or will be on.
 * Throws as `createActivity` does, 404 where there is none, 403 where it is another's.
 */
export async function replaceActivity(
  db: Db,
  iris: Iris,
  person: Person,
  uuid: string,
  entry: ActivityEntry,
  clock: Clock,
): Promise<Shown> {
  const before = await findActivity(db, uuid);
  mustBeOwn(person, before);
  const sport = await chosenSport(db, iris, entry.sport, before.sport_id);
  const values = valuesOf(entry, sport, clock.today);
  const { columns, list } = written(values);
  const query = sql<Written>`
    with before as (select * from activities where uuid = ${uuid} for update),
    entry as (
      update activities set (${columns}) = row(${list}) from before where activities.id = before.id
      returning activities.*
    ),
    change as (
      select person_id, performed_on, sport_id, seconds, counted_metres as metres, -1 as counted from before
      union all
      select person_id, performed_on, sport_id, seconds, counted_metres, 1 from entry
    ),
    ${withStandings(clock.now)}
    select * from entry`;
  const seconds = before.performed_on === values.performed_on ? (before.seconds ?? 0) : 0;
  const row = await whereDayHolds(db, person, values, seconds, () => query.execute(db));
  return toActivity(iris, { ...requireRow(row), ...nameOf(person), labels: sport.labels });
}

/** Removes an own activity, from every board too. Throws 404 where there is none, 403 where it is another's. */
export async function removeActivity(
  db: Db,
  person: Person,
  uuid: string,
  now: Temporal.Instant,
): Promise<void> {
  mustBeOwn(person, await findActivity(db, uuid));
  const { rows } = await sql`
    with entry as (delete from activities where uuid = ${uuid} returning *),
    change as (
      select person_id, performed_on, sport_id, seconds, counted_metres as metres, -1 as counted from entry
    ),
    ${withStandings(now)}
    select id from entry`.execute(db);
  requireRow(rows);
}

async function chosenSport(db: Db, iris: Iris, iri: string, currentId?: number): Promise<Sport> {
  const id = Number(iris.idIn(sportCollection, iri));
  const sport = Number.isSafeInteger(id) && id < 2 ** 31 ? await findSport(db, id) : undefined;
  if (!sport) throw violation('sport', 'sport.unknown');
  if (!sport.approved && sport.id !== currentId) throw violation('sport', 'sport.notApproved');
  return sport;
}

function valuesOf(entry: ActivityEntry, sport: Sport, today: Temporal.PlainDate): Values {
  if (Temporal.PlainDate.compare(entry.performedAt, today) > 0)
    throw violation('performedAt', 'date.inFuture');
  const amount = amountOf(entry);
  const rule = {
    kmFactor: sport.km_factor,
    kmPerHour: sport.km_per_hour,
    metresPerStep: sport.metres_per_step,
  };
  return {
    sport_id: sport.id,
    performed_on: entry.performedAt,
    amount_type: amount.amountType,
    seconds: amount.amountType === 'time' ? amount.seconds : null,
    metres: amount.amountType === 'km' ? amount.metres : null,
    steps: amount.amountType === 'steps' ? amount.steps : null,
    info: entry.info || null,
    counted_metres: countedMetres(rule, amount),
  };
}

function amountOf(entry: ActivityEntry): Amount {
  switch (entry.amountType) {
    case 'time':
      return { amountType: 'time', seconds: secondsOf(entry.time) };
    case 'km':
      return { amountType: 'km', metres: Math.round(entry.kilometers * 1000) };
    case 'steps':
      return { amountType: 'steps', steps: entry.steps };
  }
}

function written(values: Values): { columns: RawBuilder<unknown>; list: RawBuilder<unknown> } {
  return {
    columns: sql.join(Object.keys(values).map((name) => sql.ref(name))),
    list: sql.join(Object.values(values)),
  };
}

/**
 * Runs a write; where the day's 24 hours are exceeded, throws 422 with the time that is left.
 * `freed` are the seconds on that day that the write itself gives back.
 */
async function whereDayHolds(
  db: Db,
  person: Person,
  values: Values,
  freed: number,
  write: () => Promise<{ rows: Written[] }>,
): Promise<Written[]> {
  try {
    return (await write()).rows;
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'day_holds_24_hours') throw error;
    const day = await db
      .selectFrom('day_times')
      .select('seconds')
      .where('person_id', '=', person.id)
      .where('day', '=', values.performed_on)
      .executeTakeFirst();
    const left = 24 * 60 * 60 - (day?.seconds ?? 0) + freed;
    throw violation('time', 'time.dayIsFull', { left: timeOf(left) });
  }
}

const nameOf = ({ given_name, surname }: Person) => ({ given_name, surname });

/** The row that was written; none where the activity went away in the meantime. */
function requireRow<Row>(rows: Row[]): Row {
  if (!rows[0]) throw notFound();
  return rows[0];
}
