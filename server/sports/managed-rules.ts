import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { SportRule } from '../../contract/kilometres.ts';
import type { SportRuleVersion, SportType } from '../../contract/managed/sport-rules.ts';
import type { Db } from '../db/db.ts';
import type { Page } from '../kit/hydra.ts';
import type { Iris } from '../kit/iris.ts';
import { ProblemError } from '../kit/problem-error.ts';
import { logChange } from '../management/change-log.ts';
import type { Author } from '../management/managed-resource.ts';
import type { EnqueueTask } from '../management/tasks/task.ts';
import { typeKey } from './sport-mapping.ts';
import { rulesOf } from './sport-rule.ts';

/** Who changes a rule, and when. `by` is null if the platform itself changes the rule. */
export interface RuleDecision {
  by: number | null;
  now: Temporal.Instant;
}

/**
 * Changes to sports that also recount activities. The functions are injected by `server/composition.ts`, because
 * activities belong to a higher layer. Each function returns the id of the task that recounts activities, and throws
 * 404 if the sport does not exist.
 */
export interface SportChanges {
  changeRule(
    tx: Db,
    ask: EnqueueTask,
    sportId: number,
    rule: SportRule,
    decision: RuleDecision,
  ): Promise<number>;
  approve(
    tx: Db,
    ask: EnqueueTask,
    sportId: number,
    rule: SportRule,
    decision: RuleDecision,
  ): Promise<number>;
  mapType(
    tx: Db,
    ask: EnqueueTask,
    source: string,
    sportType: string,
    sportId: number,
    decision: RuleDecision,
  ): Promise<number>;
}

/** Lists a sport's rules, with the current rule first. Throws 404 if the sport does not exist. */
export async function listRules(
  db: Db,
  iris: Iris,
  sportId: number,
): Promise<Page<Omit<SportRuleVersion, '@context'>>> {
  const rules = await rulesOf(db, sportId);
  const authors = await db
    .selectFrom('people')
    .select(['id', 'given_name', 'surname'])
    .where(sql<boolean>`id = any(${rules.flatMap(({ personId }) => personId ?? [])}::int[])`)
    .execute();
  const nameOf = (id: number | null) => {
    const author = authors.find((one) => one.id === id);
    return author ? `${author.given_name} ${author.surname}` : null;
  };
  const members = rules.map(({ personId, since, ...rule }) => ({
    '@id': iris.of(`/platform/api/management/sports/${sportId}/rules/${rule.version}`),
    '@type': 'SportRuleVersion' as const,
    ...rule,
    since: since?.toString() ?? null,
    setBy: nameOf(personId),
  }));
  return { members, totalItems: members.length };
}

/**
 * Changes a sport's rule, recounts its activities in a background task, and returns the task's id. Throws 404 if the
 * sport does not exist, and 409 if the current rule is not version `replaces`.
 */
export function changeRule(
  db: Db,
  changes: SportChanges,
  ask: EnqueueTask,
  sportId: number,
  { replaces, ...rule }: SportRule & { replaces: number },
  author: Author,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const id = await changes.changeRule(tx, ask, sportId, rule, { by: author.id, now: author.now });
    const [after, before] = await rulesOf(tx, sportId);
    if (before?.version !== replaces) throw new ProblemError(409, 'changedMeanwhile');
    await log(tx, author, sportId, 'rule', before, after);
    return id;
  });
}

/**
 * Approves a sport, counts its workouts in a background task, and returns the task's id. Throws 404 for an unknown
 * sport.
 */
export function approveByRule(
  db: Db,
  changes: SportChanges,
  ask: EnqueueTask,
  sportId: number,
  rule: SportRule,
  author: Author,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const id = await changes.approve(tx, ask, sportId, rule, { by: author.id, now: author.now });
    const [after, before] = await rulesOf(tx, sportId);
    await log(tx, author, sportId, 'approve', { ...before, approved: false }, { ...after, approved: true });
    return id;
  });
}

/**
 * Maps a source's sport name to a sport, moves the activities in a background task, and returns the task's id. Throws
 * 404 for an unknown sport.
 */
export function mapToSport(
  db: Db,
  changes: SportChanges,
  ask: EnqueueTask,
  sportId: number,
  { source, sportType }: { source: string; sportType: string },
  author: Author,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('sport_mappings')
      .select('sport_id')
      .where('source', '=', source)
      .where('sport_type', '=', typeKey(sportType))
      .executeTakeFirst();
    const id = await changes.mapType(tx, ask, source, sportType, sportId, { by: author.id, now: author.now });
    const mapping = { source, sportType };
    await log(tx, author, sportId, 'map', { ...mapping, sportId: before?.sport_id }, { ...mapping, sportId });
    return id;
  });
}

/** The maximum number of unknown sport names listed. Further names appear once these are mapped. */
const mostWaiting = 200;

/**
 * Lists the sport names that sources use, sorted by source and name. If a sport is given, lists only the
 * names that map to it. Otherwise unknown names come first. If there are too many unknown names, lists those
 * with the most records, so that nobody can push names out of the list by sending many others.
 */
export async function listTypes(
  db: Db,
  iris: Iris,
  sportId: number | undefined,
): Promise<Page<Omit<SportType, '@context'>>> {
  const { rows } = await sql<{ source: string; sport_type: string; sport_id: number | null }>`
    select source, sport_type, sport_id from sport_mappings
    where sport_id = coalesce(${sportId ?? null}::int, sport_id)
    union all
    (select source, sport_type, null from waiting_sport_types
      where ${sportId ?? null}::int is null
      order by (
        select count(*) from source_records
        where source_records.source = waiting_sport_types.source
          and source_records.sport_type = waiting_sport_types.sport_type
      ) desc, since limit ${mostWaiting})
    order by sport_id nulls first, source, sport_type`.execute(db);
  const records = await recordsByType(db);
  const members = rows.map((row) => ({
    '@id': iris.of(
      `/platform/api/management/sport-types/${row.source}/${encodeURIComponent(row.sport_type)}`,
    ),
    '@type': 'SportType' as const,
    source: row.source,
    sportType: row.sport_type,
    sportId: row.sport_id,
    records: records.get(`${row.source} ${row.sport_type}`) ?? 0,
  }));
  return { members, totalItems: members.length };
}

/** Returns the number of source records by source and sport name. */
async function recordsByType(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('source_records')
    .select((eb) => ['source', 'sport_type', eb.fn.countAll<number>().as('records')])
    .groupBy(['source', 'sport_type'])
    .execute();
  const counts = new Map<string, number>();
  for (const { source, sport_type, records } of rows) {
    const key = `${source} ${typeKey(sport_type)}`;
    counts.set(key, (counts.get(key) ?? 0) + records);
  }
  return counts;
}

function log(
  tx: Db,
  { id: actor, now }: Author,
  sportId: number,
  action: string,
  before: object | undefined,
  after: object | undefined,
): Promise<void> {
  const plain = (values: object | undefined) => JSON.parse(JSON.stringify(values ?? {}));
  return logChange(tx, {
    actor,
    now,
    resource: 'sports',
    resourceId: sportId,
    action,
    before: plain(before),
    after: plain(after),
  });
}
