import { sql } from 'kysely';
import type { SportRule } from '../../../contract/kilometres.ts';
import type { Db } from '../../db/db.ts';
import { detailsOf, hiddenSource } from '../../db/workout-details.ts';
import { notFound } from '../../kit/problem-error.ts';
import type { EnqueueTask } from '../../management/tasks/task.ts';
import type { RuleDecision } from '../../sports/managed-rules.ts';
import { approve, mapType } from '../../sports/sport-decision.ts';
import { typeKey } from '../../sports/sport-mapping.ts';
import { setRule } from '../../sports/sport-rule.ts';
import { lockActivitiesTable } from '../source-records/person-lock.ts';
import { moveSportType, recountSport } from './sport-recount.ts';

/**
 * Sets a sport's rule and starts a task that recounts the sport's activities. Returns the task's id. Must be the first
 * call in its transaction. Throws 404 if the sport does not exist.
 */
export async function changeSportRule(
  tx: Db,
  ask: EnqueueTask,
  sportId: number,
  rule: SportRule,
  { by, now }: RuleDecision,
): Promise<number> {
  await lockActivitiesTable(tx);
  const subject = await setRule(tx, sportId, rule, { by, now });
  return ask(tx, recountSport, { sportId, asOf: now.toString() }, { subject, by, now });
}

/**
 * Approves a sport that was created for an incoming workout, sets its rule, and starts a task that recounts its earlier
 * activities. Returns the task's id. Throws 404 if the sport does not exist.
 */
export async function approveSport(
  tx: Db,
  ask: EnqueueTask,
  sportId: number,
  rule: SportRule,
  decision: RuleDecision,
): Promise<number> {
  const task = await changeSportRule(tx, ask, sportId, rule, decision);
  await approve(tx, sportId);
  return task;
}

/**
 * Returns whether organisers may map this sport name. In employer-blind mode, they may map only names that are or were
 * unknown. If they mapped any other name, the activities that change would reveal which service sent them.
 */
async function mayMap(tx: Db, source: string, sportType: string): Promise<boolean> {
  if (!detailsOf(tx)) return source !== hiddenSource;
  const { rows } = await sql`
    select from waiting_sport_types where (source, sport_type) = (${source}, ${typeKey(sportType)})
    union all
    select from sport_mappings where (source, sport_type) = (${source}, ${typeKey(sportType)})`.execute(tx);
  return source === hiddenSource && rows.length > 0;
}

/**
 * Maps a source's sport name to a sport, and starts a task that moves earlier activities with that name. Returns the
 * task's id. An activity that arrives while the task runs either has the new sport already or is moved by the task,
 * because the import and the task both lock the person's records. Throws 404 if the sport does not exist.
 */
export async function mapSportType(
  tx: Db,
  ask: EnqueueTask,
  source: string,
  sportType: string,
  sportId: number,
  { by, now }: RuleDecision,
): Promise<number> {
  const sport = await tx.selectFrom('sports').select('id').where('id', '=', sportId).executeTakeFirst();
  if (!sport || !(await mayMap(tx, source, sportType))) throw notFound();
  await mapType(tx, source, sportType, sportId);
  const input = { source, sportType, sportId, asOf: now.toString() };
  return ask(tx, moveSportType, input, { subject: `${source}: ${sportType}`, by, now });
}
