import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Ingest, IngestReceipt } from '../../../../contract/ingest.ts';
import type { Db } from '../../../db/db.ts';
import { violation } from '../../../kit/problem-error.ts';
import type { Person } from '../../../people/person.ts';
import { receiveTogether } from '../../source-records/receive-workouts.ts';
import type { DaySteps } from '../../source-records/record.ts';
import { readHealthAutoExport } from './health-auto-export.ts';
import { readHealthConnect } from './health-connect.ts';
import { sentDay, sentWorkout } from './sent-workout.ts';

/**
 * The maximum number of workouts and days per request, including data in the formats of known apps. A longer history
 * takes several requests.
 */
const mostOfApp = 1000;

/**
 * Stores data that an app of the person sends, in the documented format or in the format of a known app. If any value
 * is invalid, stores nothing and throws 422 with the path of each invalid value. `timeZone` is the person's time zone.
 */
export async function ingestPayload(
  db: Db,
  person: Person,
  sent: Ingest,
  timeZone: string,
  now: Temporal.Instant,
): Promise<IngestReceipt> {
  const exported = readHealthAutoExport(sent.data ?? {});
  const connected = readHealthConnect(sent.exercise, sent.steps, timeZone);
  const fromApps = [...exported.days, ...connected.days];
  const workouts = [...(sent.workouts ?? []).map(sentWorkout), ...exported.workouts, ...connected.workouts];
  if (workouts.length + fromApps.length > mostOfApp) throw violation('data', 'ingest.tooMany');
  const isTrial = sent.test === true;
  const days = [...(sent.days ?? []).map(sentDay), ...(await thoseThatGrow(db, person.id, fromApps))];
  const received = isTrial
    ? { workouts: [], days: [] }
    : await receiveTogether(db, person.id, 'token', { workouts, days }, now);
  return {
    workouts: received.workouts,
    days: received.days.map(({ day, outcome }) => ({ date: day.toString(), outcome })),
  };
}

/**
 * Returns the days whose steps have not decreased. Apps that send data automatically sometimes report only the last
 * hours of a day as the whole day, so a lower number is ignored.
 */
async function thoseThatGrow(db: Db, personId: number, days: DaySteps[]): Promise<DaySteps[]> {
  const known = await db
    .selectFrom('source_records')
    .select(['performed_on', 'steps'])
    .where('person_id', '=', personId)
    .where('source', '=', 'token')
    .where(sql<boolean>`external_id = any(${days.map(({ day }) => `day-steps ${day}`)}::text[])`)
    .execute();
  const stepsOn = new Map(known.map(({ performed_on, steps }) => [performed_on, steps ?? 0]));
  return days.filter(({ day, steps }) => steps >= (stepsOn.get(day.toString()) ?? 0));
}
