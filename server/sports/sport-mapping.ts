import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { languages } from '../../contract/kit/fields.ts';
import type { Sport } from '../../contract/sports.ts';
import type { Db } from '../db/db.ts';
import { detailsOf, hiddenSource, storedMoment } from '../db/workout-details.ts';
import { storableText } from '../kit/storable-text.ts';
import { knownSportTypes } from './known-sport-types.ts';
import { unknownSport } from './sport.ts';

/** Who sent a sport name, and when. */
export interface ReportedSport {
  personId: number;
  now: Temporal.Instant;
}

/** The maximum number of unknown names stored per person, more than any watch sends in years. */
const mostWaiting = 20;

/** The maximum number of unknown names stored in total in employer-blind mode, where their senders are not stored. */
const mostWaitingTogether = 500;

/**
 * The sport type, such as running, of each sport name that services are known to send. The names are in lower
 * case.
 */
const types = new Map<string, Map<string, Sport['type']>>(
  Object.entries(knownSportTypes).map(([source, byType]) => [
    source,
    new Map(
      (Object.entries(byType) as [Sport['type'], string][]).flatMap(([type, sportTypes]) =>
        sportTypes
          .trim()
          .split(/\s+/)
          .map((sportType) => [sportType.toLowerCase(), type] as const),
      ),
    ),
  ]),
);

/** Sports with a motor or without movement. Organisers decide whether these count. */
const disputed = /motor|snowmobil|paragliding|esports|stop_watch/;

/** More specific sports for some sport names. Each is used only if the platform has a sport of that name. */
const closer: [pattern: RegExp, name: string][] = [
  [/hik|ruck|backpack/, 'hiking'],
  [/e_?bike|e_enduro|electric|emountain/, 'e-bike'],
  [/swim/, 'swimming'],
  [/soccer|futsal/, 'football'],
  [/danc|zumba|ballet|tango/, 'dance'],
  [/^(?!.*table).*tennis/, 'tennis'],
  [/yoga/, 'yoga'],
  [/garden|mowing|weeding|hoeing/, 'gardening'],
  [
    /weight|strength|crossfit|fitness|workout|training|aerobic|hiit|gym|elliptical|pilates|les_mills/,
    'fitness',
  ],
];

/** The sport for known sport names that fit no other sport. */
const anyOther = { name: 'other', labels: { en: 'Other sport', fr: 'Autre sport', nl: 'Andere sport' } };

/**
 * How many kilometres one hour of “Other sport” counts for: the middle one of three intensities for sports without
 * distance.
 */
const otherKmPerHour = 5;

/**
 * Returns the sport for a source's sport name. Tries, in this order: the sport labelled `label` in any language, the
 * organisers' mapping, the sport of the same name, and the known meaning of the name. Workouts with an unknown sport
 * name, or with a motor or without movement, do not count until an organiser maps the name.
 */
export async function sportFor(
  tx: Db,
  source: string,
  sportType: string,
  brought: ReportedSport,
  label?: string,
): Promise<number> {
  const type = typeKey(sportType);
  const meaning = meaningOf(source, type);
  // In employer-blind mode, a label or a name that only one service uses would reveal the source of a workout.
  const isNeutral = detailsOf(tx) !== undefined && meaning !== undefined;
  const labelled = label === undefined || isNeutral ? undefined : await labelledSport(tx, label);
  if (labelled) return labelled.sport_id;
  const name = mappingName(tx, source, sportType);
  const mapped = await mappingOf(tx, source, name);
  if (mapped) return mapped.sport_id;
  const known = meaning ?? (await namedSport(tx, [type]))?.type;
  const names = [...(isNeutral ? [] : [type]), ...closerNames(type)];
  const sportId = known && !disputed.test(type) ? await sportOfType(tx, names, known) : undefined;
  if (sportId === undefined) {
    await letWait(tx, source, name, brought);
    return unknownSport;
  }
  // In employer-blind mode, a mapping that no organiser has made would reveal that somebody uses the source.
  if (detailsOf(tx)) return sportId;
  await tx
    .insertInto('sport_mappings')
    .values({ source, sport_type: type, sport_id: sportId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return sportId;
}

/**
 * Returns the name by which organisers map a source's sport name. In employer-blind mode, the known names of all
 * services are combined into a few: most names are used by only one service and would reveal it.
 */
export function mappingName(db: Db, source: string, sportType: string): string {
  const type = typeKey(sportType);
  const meaning = detailsOf(db) ? meaningOf(source, type) : undefined;
  return meaning === undefined ? type : (disputed.exec(type)?.[0] ?? meaning);
}

/**
 * Returns whether a source's sport name maps to a sport, by its known meaning, by a sport of the same name or by an
 * organiser's mapping.
 */
export async function knowsSport(db: Db, source: string, sportType: string): Promise<boolean> {
  const type = typeKey(sportType);
  if (meaningOf(source, type) || (await namedSport(db, [type]))) return true;
  return (await mappingOf(db, source, mappingName(db, source, sportType))) !== undefined;
}

/**
 * Returns the organisers' mapping of a sport name. In employer-blind mode, organisers do not see the source of an
 * unknown name, so their mapping applies to every source.
 */
const mappingOf = (db: Db, source: string, type: string) =>
  db
    .selectFrom('sport_mappings')
    .select('sport_id')
    .where('source', '=', detailsOf(db) ? hiddenSource : source)
    .where('sport_type', '=', type)
    .executeTakeFirst();

/**
 * Returns the sport type (such as running) for a source's sport name, or undefined if the name is unknown.
 * Files and people's own apps use the services' names.
 */
function meaningOf(source: string, type: string): Sport['type'] | undefined {
  const ofSource = types.get(source)?.get(type);
  if (ofSource || !['file', 'token'].includes(source)) return ofSource;
  return [...types.values()].find((sportTypes) => sportTypes.has(type))?.get(type);
}

/** The maximum length of a sport name: longer than any that services use, and short enough to show on a board. */
const longestType = 60;

/** Normalises a source's sport name for comparison and storage. */
export const typeKey = (sportType: string): string => storableText(sportType.toLowerCase(), longestType);

/** Finds the approved sport with the first possible name, ignoring case. `_` counts as a space. */
function namedSport(tx: Db, names: string[]) {
  const spelled = names.flatMap((name) => [name, name.replaceAll('_', ' ')]);
  return tx
    .selectFrom('sports')
    .select(['id', 'type'])
    .where('approved', '=', true)
    .where(sql<boolean>`lower(name) = any(${spelled}::text[])`)
    .orderBy(sql`array_position(${spelled}::text[], lower(name))`)
    .executeTakeFirst();
}

/** Finds the approved sport with a label in any language, ignoring case. */
const labelledSport = (tx: Db, label: string) =>
  tx
    .selectFrom('sport_labels')
    .innerJoin('sports', 'sports.id', 'sport_id')
    .select('sport_id')
    .where('approved', '=', true)
    .where(sql`lower(label)`, '=', storableText(label, longestType).toLowerCase())
    .orderBy('sport_id')
    .executeTakeFirst();

/** Returns the name of a more specific sport for a known sport name, if there is one. */
const closerNames = (type: string): string[] =>
  closer
    .filter(([pattern]) => pattern.test(type))
    .slice(0, 1)
    .map(([, name]) => name);

/** Returns the sport with one of these names, or a sport of this type; undefined if the platform has neither. */
async function sportOfType(tx: Db, names: string[], type: Sport['type']): Promise<number | undefined> {
  const found =
    (await namedSport(tx, [...names, type])) ??
    (type === 'other'
      ? undefined
      : await tx
          .selectFrom('sports')
          .select('id')
          .where('approved', '=', true)
          .where('type', '=', type)
          .orderBy('id')
          .executeTakeFirst());
  if (found) return found.id;
  return type === 'other' ? anyOtherSport(tx) : undefined;
}

/** Stores an unknown sport name for organisers to map, unless the person has sent too many unknown names. */
async function letWait(
  tx: Db,
  source: string,
  sportType: string,
  { personId, now }: ReportedSport,
): Promise<void> {
  if (detailsOf(tx)) {
    const since = storedMoment(tx, now).toString();
    await sql`
      insert into waiting_sport_types (source, sport_type, since)
      select ${hiddenSource}, ${sportType}, ${since}::timestamptz
      where (select count(*) from waiting_sport_types) < ${mostWaitingTogether}
      on conflict do nothing`.execute(tx);
    return;
  }
  await sql`
    insert into waiting_sport_types (source, sport_type, person_id, since)
    select ${source}, ${sportType}, ${personId}::int, ${now.toString()}::timestamptz
    where (select count(*) from waiting_sport_types where person_id = ${personId}) < ${mostWaiting}
    on conflict do nothing`.execute(tx);
}

/** Returns the id of “Other sport”, which is created if missing. */
async function anyOtherSport(tx: Db): Promise<number> {
  const { name, labels } = anyOther;
  const made = await tx
    .insertInto('sports')
    .values({ name, type: 'other', approved: true, km_per_hour: otherKmPerHour, has_distance: false })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) {
    const there = tx.selectFrom('sports').select('id').where('name', '=', name);
    return (await there.executeTakeFirstOrThrow()).id;
  }
  await tx
    .insertInto('sport_labels')
    .values(languages.map((language) => ({ sport_id: made.id, language, label: labels[language] })))
    .execute();
  return made.id;
}
