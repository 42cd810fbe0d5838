import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { KilometreRule } from '../../contract/kilometres.ts';
import { recountActivities } from '../activities/received-activity.ts';
import type { Db } from '../db/db.ts';
import { notFound } from '../kit/problem-error.ts';
import { approve, mapType } from '../sports/sport-decision.ts';
import { typeKey } from '../sports/sport-mapping.ts';
import { settleActivity, settleSteps } from './counting-record.ts';
import { underLock } from './receive-workouts.ts';

/**
 * Approves a sport that a source has brought, with how it counts from now on, and counts again everything of it
 * that arrived before: all at once. Throws 404 where there is none.
 */
export async function approveSport(
  db: Db,
  sportId: number,
  rule: KilometreRule,
  now: Temporal.Instant,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await approve(tx, sportId, rule))) throw notFound();
    await recountActivities(tx, sql<boolean>`sport_id = ${sportId}`, now);
  });
}

/**
 * Says which sport a source's type stands for, and moves there everything of that type that arrived before. What
 * arrives meanwhile finds the new sport.
 */
export async function mapSportType(
  db: Db,
  source: string,
  sportType: string,
  sportId: number,
  now: Temporal.Instant,
): Promise<void> {
  await mapType(db, source, sportType, sportId);
  const key = typeKey(sportType);
  const others = await db
    .selectFrom('workouts')
    .select(['workouts.id', 'person_id', 'sport_type'])
    .where('source', '=', source as never)
    .where(sql<string>`lower(sport_type)`, 'like', `%${key.replaceAll(/[\\%_]/g, '\\$&')}%`)
    .where('sport_id', '<>', sportId)
    .execute();
  const ofType = others.filter(({ sport_type }) => typeKey(sport_type) === key);
  for (const { id, person_id } of ofType)
    await underLock(db, person_id, async (tx) => {
      const moved = await tx
        .updateTable('workouts')
        .set({ sport_id: sportId })
        .where('id', '=', id)
        .returning(['activity_id', 'performed_on'])
        .executeTakeFirst();
      if (!moved?.activity_id) return;
      await settleActivity(tx, person_id, moved.activity_id, [], now);
      await settleSteps(tx, person_id, [moved.performed_on], now);
    });
}
