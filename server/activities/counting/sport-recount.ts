import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { Source } from '../../../contract/activities.ts';
import type { Db } from '../../db/db.ts';
import { detailsOf, hiddenSource } from '../../db/workout-details.ts';
import type { TaskKind } from '../../management/tasks/task.ts';
import { type Cursor, cursorAfter, nextPeopleBatch } from '../../rankings/people-batches.ts';
import { lockPeople, withStandingsOfMany } from '../../rankings/standings-writes.ts';
import { mappingName, typeKey } from '../../sports/sport-mapping.ts';
import { lockRecordsOf } from '../source-records/person-lock.ts';
import { recountActivities } from '../writes/recount.ts';
import { moveToSport } from '../writes/sport-move.ts';
import { recomputeActivity, stepsElsewhere } from './counting-record.ts';

const moment = z.iso.datetime();

/** The input of a task that recounts a sport's activities. */
interface Recount {
  sportId: number;
  /**
   * When the rule changed. Every challenge that was open at that time is recounted, even if it closes while the task
   * runs.
   */
  asOf: string;
}

/** The task that recounts all activities of a sport, one batch of people per step. */
export const recountSport: TaskKind<Recount, Cursor> = {
  name: 'recount-sport',
  input: z.object({ sportId: z.int(), asOf: moment }),
  async step(tx, { sportId, asOf }, after) {
    const now = Temporal.Instant.from(asOf);
    const people = await lockNextPeople(tx, after);
    const boardChanges = withStandingsOfMany(now);
    const ofPeople = sql`person_id = any(${people}::int[])`;
    const done = await recountActivities(tx, sql<boolean>`sport_id = ${sportId} and ${ofPeople}`, now, {
      boardChanges,
    });
    // The steps of a received walk or run without a step count are estimated from the sport's step length, which may
    // have changed. Therefore the other activities of that day are recounted too.
    await recountActivities(
      tx,
      sql<boolean>`(person_id, performed_on) in (
        select person_id, performed_on from activities join sports on sports.id = sport_id
        where sport_id = ${sportId} and ${ofPeople} and sports.type in ('walking', 'running')
          and source <> 'manual' and amount_type <> 'steps' and steps is null
      )`,
      now,
      { boardChanges, stepsElsewhere },
    );
    const cursor = cursorAfter(people);
    if (after || !cursor) return { cursor, done };
    const { total } = await tx
      .selectFrom('activities')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('sport_id', '=', sportId)
      .executeTakeFirstOrThrow();
    return { cursor, done, total };
  },
};

/** The input of a task that moves a source's sport name to another sport. */
interface Mapping {
  source: string;
  sportType: string;
  sportId: number;
  asOf: string;
}

/**
 * The task that moves all activities with a source's sport name to the sport that the name now maps to, one batch of
 * people per step.
 */
export const moveSportType: TaskKind<Mapping, Cursor> = {
  name: 'move-sport-type',
  input: z.object({ source: z.string(), sportType: z.string(), sportId: z.int(), asOf: moment }),
  async step(tx, { source, sportType, sportId, asOf }, after) {
    const now = Temporal.Instant.from(asOf);
    const people = await lockNextPeople(tx, after);
    if (detailsOf(tx)) {
      const done = await moveEncryptedType(tx, sportType, sportId, people, now);
      return { cursor: cursorAfter(people), done };
    }
    const spelled = await spellings(tx, source, sportType, people);
    const { rows: moved } = await sql<Moved>`
      update source_records set sport_id = ${sportId}
      where person_id = any(${people}::int[]) and source = ${source} and sport_type = any(${spelled})
        and sport_id <> ${sportId}
      returning case when counting then activity_id end as activity_id, person_id, performed_on`.execute(tx);
    const activities = moved.flatMap(({ activity_id }) => (activity_id === null ? [] : [activity_id]));
    if (activities.length > 0) {
      await moveToSport(tx, activities, sportId, now);
      const boardChanges = withStandingsOfMany(now);
      await recountActivities(tx, daysOf(moved), now, { boardChanges, stepsElsewhere });
    }
    const cursor = cursorAfter(people);
    if (after || !cursor) return { cursor, done: moved.length };
    const { left } = await tx
      .selectFrom('source_records')
      .select((eb) => eb.fn.countAll<number>().as('left'))
      .where('source', '=', source as Source)
      .where(sql<boolean>`sport_type = any(${await spellings(tx, source, sportType)})`)
      .where('sport_id', '<>', sportId)
      .executeTakeFirstOrThrow();
    return { cursor, done: moved.length, total: moved.length + left };
  },
};

/**
 * Moves the activities with a sport name to a sport in employer-blind mode, where the records must be decrypted to find
 * their sport name. Returns how many records were moved.
 */
async function moveEncryptedType(
  tx: Db,
  sportType: string,
  sportId: number,
  people: number[],
  now: Temporal.Instant,
): Promise<number> {
  const key = typeKey(sportType);
  const received = await tx
    .selectFrom('source_records')
    .selectAll()
    .where(sql<boolean>`person_id = any(${people}::int[])`)
    .where('source', '=', hiddenSource)
    .where('sport_id', '<>', sportId)
    .execute();
  const moved = received.filter((record) => mappingName(tx, record.source, record.sport_type) === key);
  if (moved.length === 0) return 0;
  await tx
    .updateTable('source_records')
    .set({ sport_id: sportId })
    .where(sql<boolean>`id = any(${moved.map(({ id }) => id)}::bigint[])`)
    .execute();
  for (const { person_id, activity_id, counting } of moved)
    if (counting && activity_id !== null) await recomputeActivity(tx, person_id, activity_id, [], now);
  const boardChanges = withStandingsOfMany(now);
  await recountActivities(tx, daysOf(moved), now, { boardChanges, stepsElsewhere });
  return moved.length;
}

/** Returns all spellings of a sport name that a source has sent, for some people or for everybody. */
async function spellings(tx: Db, source: string, sportType: string, people?: number[]): Promise<string[]> {
  const types = tx
    .selectFrom('source_records')
    .select('sport_type')
    .distinct()
    .where('source', '=', source as Source);
  const rows = await (people
    ? types.where(sql<boolean>`person_id = any(${people}::int[])`)
    : types
  ).execute();
  const key = typeKey(sportType);
  return rows.map(({ sport_type }) => sport_type).filter((type) => typeKey(type) === key);
}

interface Moved {
  activity_id: number | null;
  person_id: number;
  performed_on: string;
}

const daysOf = (moved: Moved[]) => sql<boolean>`(person_id, performed_on) in (
  select * from unnest(
    ${moved.map(({ person_id }) => person_id)}::int[], ${moved.map(({ performed_on }) => performed_on)}::date[]
  )
)`;

/** Locks the next batch of people until the transaction ends, and returns their ids. */
async function lockNextPeople(tx: Db, after: Cursor | undefined): Promise<number[]> {
  const people = await nextPeopleBatch(tx, after);
  await lockRecordsOf(tx, people);
  await lockPeople(tx, people);
  return people;
}
