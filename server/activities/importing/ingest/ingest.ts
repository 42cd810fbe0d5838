import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import {
  type Ingest,
  type IngestReceipt,
  mostItems,
  SentDay,
  SentWorkout,
} from '../../../../contract/ingest.ts';
import type { Db } from '../../../db/db.ts';
import { type Complaint, violation } from '../../../kit/problem-error.ts';
import type { Person } from '../../../people/person.ts';
import { receiveBatch } from '../../source-records/receive-workouts.ts';
import { type DaySteps, recordKey } from '../../source-records/record.ts';
import { readHealthAutoExport } from './health-auto-export.ts';
import { readHealthConnect } from './health-connect.ts';
import { mergeItems, readItems } from './reported-data.ts';
import { sentDay, sentWorkout } from './sent-workout.ts';

/**
 * How many workouts are stored in one transaction, which locks the person's records for up to a second. If a
 * later transaction fails, the app repeats the call, and nothing counts twice.
 */
const batchSize = 100;

/**
 * Stores data that one of the person's apps sends, in the documented format or in the format of a known app. Invalid
 * items are reported and do not prevent the others from being stored. Throws 422 if there are too many items.
 * `timeZone` is the person's time zone; `textOf` translates an error message.
 */
export async function ingestPayload(
  db: Db,
  person: Person,
  sent: Ingest,
  timeZone: string,
  now: Temporal.Instant,
  textOf: (complaint: Complaint) => string,
): Promise<IngestReceipt> {
  const exported = readHealthAutoExport(sent.data ?? {});
  const connected = readHealthConnect(sent.exercise ?? [], sent.steps ?? [], timeZone);
  const documented = readItems(SentDay, 'days', sent.days ?? [], 'date', sentDay);
  const workouts = mergeItems(
    readItems(SentWorkout, 'workouts', sent.workouts ?? [], 'externalId', sentWorkout),
    exported.workouts,
    connected.workouts,
  );
  const fromApps = mergeItems(exported.days, connected.days);
  if (workouts.items.length + fromApps.items.length > mostItems) throw violation('data', 'ingest.tooMany');
  const refused = (complaints: Complaint[]) => ({
    outcome: 'refused' as const,
    violations: complaints.map((complaint) => ({
      propertyPath: complaint.propertyPath,
      message: textOf(complaint),
      code: complaint.key,
    })),
  });
  const receipt: IngestReceipt = { workouts: [], days: [] };
  const isTrial = sent.test === true;
  const days = [...documented.items, ...(await withoutDecreases(db, person.id, fromApps.items))];
  for (let at = 0; !isTrial && at < Math.max(workouts.items.length, 1); at += batchSize) {
    const part = { workouts: workouts.items.slice(at, at + batchSize), days: at === 0 ? days : [] };
    const received = await receiveBatch(db, person.id, 'token', part, now);
    receipt.workouts.push(...received.workouts);
    receipt.days.push(...received.days.map(({ day, outcome }) => ({ date: day.toString(), outcome })));
  }
  for (const { name, complaints } of workouts.refused)
    receipt.workouts.push({ externalId: name, ...refused(complaints) });
  for (const { name, complaints } of mergeItems(documented, fromApps).refused)
    receipt.days.push({ date: name, ...refused(complaints) });
  return receipt;
}

/**
 * Returns the days whose steps have not decreased. Apps that send data automatically sometimes report only the last
 * hours of a day as the whole day, so a lower number is ignored.
 */
async function withoutDecreases(db: Db, personId: number, days: DaySteps[]): Promise<DaySteps[]> {
  const keys = days.map(({ day }) => recordKey(db, personId, 'token', `day-steps ${day}`).external_id);
  const known = await db
    .selectFrom('source_records')
    .selectAll()
    .where('person_id', '=', personId)
    .where('source', '=', recordKey(db, personId, 'token', '').source)
    .where(sql<boolean>`external_id = any(${keys}::text[])`)
    .execute();
  const stepsOn = new Map(known.map(({ performed_on, steps }) => [performed_on, steps ?? 0]));
  return days.filter(({ day, steps }) => steps >= (stepsOn.get(day.toString()) ?? 0));
}
