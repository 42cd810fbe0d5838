import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { SportRule } from '../../contract/kilometres.ts';
import type { Db } from '../db/db.ts';
import { notFound } from '../kit/problem-error.ts';

/** A current or earlier rule of a sport. */
export interface RuleVersion extends SportRule {
  version: number;
  /** When the rule took effect; null if the rule has applied since the sport was created. */
  since: Temporal.Instant | null;
  /** The person who set the rule; null for the platform itself or a deleted account. */
  personId: number | null;
}

/** Converts a daily cap in km to stored metres; null if there is no cap. */
export const metresOf = (km: number | null) => (km === null ? null : Math.round(km * 1000));

/**
 * Sets a sport's rule from now on, keeps the previous rule in the history, and returns the sport's name. Does not
 * recount logged activities. Throws 404 if the sport does not exist.
 */
export async function setRule(
  tx: Db,
  sportId: number,
  rule: SportRule,
  { by, now }: { by: number | null; now: Temporal.Instant },
): Promise<string> {
  const sport = await tx
    .selectFrom('sports')
    .select('name')
    .where('id', '=', sportId)
    .forUpdate()
    .executeTakeFirst();
  if (!sport) throw notFound();
  await sql`
    insert into sport_rules (sport_id, version, km_factor, km_per_hour, metres_per_step, daily_cap_metres)
    select id, 1, km_factor, km_per_hour, metres_per_step, daily_cap_metres from sports
    where id = ${sportId} and not exists (select from sport_rules where sport_id = ${sportId})`.execute(tx);
  const columns = {
    km_factor: rule.kmFactor,
    km_per_hour: rule.kmPerHour,
    metres_per_step: rule.metresPerStep,
    daily_cap_metres: metresOf(rule.dailyCapKm),
  };
  await tx
    .insertInto('sport_rules')
    .values({
      sport_id: sportId,
      version: sql<number>`(select max(version) + 1 from sport_rules where sport_id = ${sportId})`,
      ...columns,
      since: now.toString(),
      person_id: by,
    })
    .execute();
  await tx.updateTable('sports').set(columns).where('id', '=', sportId).execute();
  return sport.name;
}

/** Returns a sport's rules, with the current rule first. Throws 404 if the sport does not exist. */
export async function rulesOf(db: Db, sportId: number): Promise<RuleVersion[]> {
  const rows = await db
    .selectFrom('sport_rules')
    .selectAll()
    .where('sport_id', '=', sportId)
    .orderBy('version', 'desc')
    .execute();
  if (rows.length > 0) return rows.map(toVersion);
  const sport = await db
    .selectFrom('sports')
    .select(['km_factor', 'km_per_hour', 'metres_per_step', 'daily_cap_metres'])
    .where('id', '=', sportId)
    .executeTakeFirst();
  if (!sport) throw notFound();
  return [toVersion({ ...sport, version: 1, since: null, person_id: null })];
}

interface RuleRow {
  version: number;
  km_factor: number;
  km_per_hour: number;
  metres_per_step: number;
  daily_cap_metres: number | null;
  since: Temporal.Instant | null;
  person_id: number | null;
}

const toVersion = (row: RuleRow): RuleVersion => ({
  version: row.version,
  kmFactor: row.km_factor,
  kmPerHour: row.km_per_hour,
  metresPerStep: row.metres_per_step,
  dailyCapKm: row.daily_cap_metres === null ? null : row.daily_cap_metres / 1000,
  since: row.since,
  personId: row.person_id,
});
