import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { ActivityEntry } from '../../../contract/activities.ts';
import { type Amount, secondsOf, timeOf } from '../../../contract/kilometres.ts';
import type { Db } from '../../db/db.ts';
import type { Iris } from '../../kit/iris.ts';
import { type ProblemError, violation } from '../../kit/problem-error.ts';
import { sportCollection } from '../../sports/sport.ts';

/** The maximum total time of a person's manual entries on a day. */
export const secondsOfDay = 24 * 60 * 60;

/** The columns of a manual entry, without the counted metres, which depend on the sport. */
export interface EntryValues {
  sport_id: number;
  performed_on: string;
  amount_type: Amount['amountType'];
  seconds: number | null;
  metres: number | null;
  steps: number | null;
  info: string | null;
  /** Set by `storedActivity`. */
  details?: string | null;
}

/** Converts an entry to columns. Throws 422 if the sport's address is invalid or the date is after `today`. */
export function valuesOf(iris: Iris, entry: ActivityEntry, today: Temporal.PlainDate): EntryValues {
  const sportId = iris.numberIn(sportCollection, entry.sport);
  if (sportId === undefined) throw violation('sport', 'sport.unknown');
  if (entry.performedAt > today.toString()) throw violation('performedAt', 'date.inFuture');
  const amount = amountOf(entry);
  return {
    sport_id: sportId,
    performed_on: entry.performedAt,
    amount_type: amount.amountType,
    seconds: amount.amountType === 'time' ? amount.seconds : null,
    metres: amount.amountType === 'km' ? amount.metres : null,
    steps: amount.amountType === 'steps' ? amount.steps : null,
    info: entry.info || null,
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

/** The column names of an entry, in the order of `entryRow`. */
export const entryColumns = sql.raw(
  'sport_id, performed_on, amount_type, seconds, metres, steps, info, details',
);

/** Returns SQL for a one-row table with the values of an entry, in the order of `entryColumns`. */
export const entryRow = (values: EntryValues) => sql`
  select ${values.sport_id}::int as sport_id, ${values.performed_on}::date as performed_on,
    ${values.amount_type}::text as amount_type, ${values.seconds}::int as seconds,
    ${values.metres}::int as metres, ${values.steps}::int as steps, ${values.info}::text as info, ${values.details ?? null}::text as details`;

/** Returns the error to throw when a write was skipped because of its sport. */
export async function sportRefusalOf(db: Db, sportId: number): Promise<ProblemError> {
  const sport = await db.selectFrom('sports').select('id').where('id', '=', sportId).executeTakeFirst();
  return violation('sport', sport ? 'sport.notApproved' : 'sport.unknown');
}

/**
 * Runs a write. If the day would exceed 24 hours, throws 422 with the time that is left. `freed` is the number of
 * seconds that the write itself frees on that day.
 */
export async function withDayLimit<Result>(
  db: Db,
  personId: number,
  values: EntryValues,
  freed: number,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'day_holds_24_hours') throw error;
    const day = await db
      .selectFrom('day_times')
      .select('seconds')
      .where('person_id', '=', personId)
      .where('day', '=', values.performed_on)
      .executeTakeFirst();
    const left = secondsOfDay - (day?.seconds ?? 0) + freed;
    throw violation('time', 'time.dayIsFull', { left: timeOf(left) });
  }
}
