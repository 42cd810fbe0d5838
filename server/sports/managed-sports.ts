import { sql } from 'kysely';
import type { SportRule } from '../../contract/kilometres.ts';
import { languages } from '../../contract/kit/fields.ts';
import { sports } from '../../contract/managed/sports.ts';
import type { Db } from '../db/db.ts';
import { ProblemError, violation } from '../kit/problem-error.ts';
import type { Managed } from '../management/managed-resource.ts';
import { type Texts, textsIn, writtenIn } from '../management/texts.ts';
import { unknownSport } from './sport.ts';
import { metresOf } from './sport-rule.ts';

type Type = 'running' | 'cycling' | 'walking' | 'other';
interface Fields extends Record<string, unknown> {
  name: string;
  labels: Texts;
  type: Type;
}
/** A new sport, optionally with an initial rule. */
type NewSport = Fields & Partial<SportRule>;
interface Row extends Fields {
  id: number;
  approved: boolean;
  kmFactor: number;
  kmPerHour: number;
  metresPerStep: number;
  dailyCapKm: number | null;
  rule: number;
  activities: number;
}

/**
 * How many kilometres one hour of each sport type counts for by default: its usual speed, or a moderate intensity for
 * other sports.
 */
const kmPerHour: Record<Type, number> = { running: 10, cycling: 20, walking: 5, other: 5 };

/** SQL for a sport's labels, or its name if it has no labels. */
const labels = sql`case when exists (select from sport_labels where sport_id = sports.id)
  then ${textsIn('sport_labels', 'label', sql`sport_id = sports.id`)}
  else jsonb_build_object(${sql.join(languages.flatMap((language) => [sql.lit(language), sql`name`]))}) end`;

/** Returns the language of the first label that is not empty. */
const languageOf = (labels: Texts) => languages.find((language) => labels[language] !== '') ?? 'en';

/** Derives the name of a sport from its labels. */
const nameOf = (labels: Texts) => labels[languageOf(labels)].toLowerCase();

/** The sports as organisers manage them, without rules. */
export const managedSports: Managed<Fields, Row> = {
  contract: sports,
  // This lock does not block new entries of the sport, which lock the row for key share.
  table: (tx, id) => sql`select from sports where id = ${id} for no key update`.execute(tx),
  rows: () => sql<Row>`
    select id, name, ${labels} as labels, type, approved,
      km_factor as "kmFactor", km_per_hour as "kmPerHour", metres_per_step as "metresPerStep",
      daily_cap_metres / 1000.0 as "dailyCapKm",
      coalesce((select max(version) from sport_rules where sport_id = sports.id), 1) as rule,
      (select count(*) from activities where sport_id = sports.id) as activities
    from sports where id <> ${unknownSport}`,
  searched: ['name', 'labels'],
  create: async (tx, sport: NewSport) => {
    const { labels, type } = sport;
    const made = await tx
      .insertInto('sports')
      .values({
        name: sport.name || nameOf(labels),
        type,
        approved: true,
        km_per_hour: sport.kmPerHour ?? kmPerHour[type],
        km_factor: sport.kmFactor ?? 1,
        metres_per_step: sport.metresPerStep ?? 0.7,
        daily_cap_metres: metresOf(sport.dailyCapKm ?? null),
      })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst();
    // If the name was derived from a label, the violation is reported on that label.
    if (!made) throw violation(sport.name ? 'name' : `labels.${languageOf(labels)}`, 'sport.nameTaken');
    await writeLabels(tx, made.id, labels);
    return made.id;
  },
  replace: async (tx, id, { name: written, labels, type }, _now, before) => {
    const name = written || before.name;
    // Changing the type of a sport in use would require rebuilding the boards by type.
    if (type !== before.type && (await isInUse(tx, id))) throw violation('type', 'sport.typeInUse');
    const namesake = tx.selectFrom('sports').select('id').where('name', '=', name).where('id', '<>', id);
    if (await namesake.executeTakeFirst()) throw violation('name', 'sport.nameTaken');
    await tx.updateTable('sports').set({ name, type }).where('id', '=', id).execute();
    await tx.deleteFrom('sport_labels').where('sport_id', '=', id).execute();
    await writeLabels(tx, id, labels);
  },
  remove: async (tx, id) => {
    // From here on, this lock blocks new entries of the sport.
    await sql`select from sports where id = ${id} for update`.execute(tx);
    if (await isInUse(tx, id)) throw new ProblemError(409, 'inUse');
    await tx.deleteFrom('sports').where('id', '=', id).execute();
  },
};

const writeLabels = (tx: Db, id: number, labels: Texts) =>
  tx
    .insertInto('sport_labels')
    .values(writtenIn({ label: labels }).map((text) => ({ sport_id: id, ...text })))
    .execute();

/** Returns whether a sport has activities, records or mappings. */
async function isInUse(tx: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ inUse: boolean }>`
    select exists (select from activities where sport_id = ${id})
      or exists (select from source_records where sport_id = ${id})
      or exists (select from sport_mappings where sport_id = ${id})
      or exists (select from board_totals where sport_id = ${id})
      or exists (select from anonymous_sums where sport_id = ${id}) as "inUse"`.execute(tx);
  return rows[0]?.inUse ?? false;
}
