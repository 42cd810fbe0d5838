import { type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { Temporal } from 'temporal-polyfill';
import type { Challenge } from '../../contract/challenges.ts';
import type { Language } from '../../contract/kit/fields.ts';
import type { Db } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';
import type { Iris } from '../kit/iris.ts';
import { notFound } from '../kit/problem-error.ts';
import { stateOf } from './challenge-state.ts';

export const challengeCollection = '/platform/api/challenges';

type Translation = Omit<Selectable<Tables['challenge_translations']>, 'challenge_id' | 'position'>;
export type ChallengeRow = Selectable<Tables['challenges']> & { translations: Translation[] };

/**
 * Lists all challenges that are neither archived nor hidden, latest start first. With a `uri`, returns only the
 * challenge with that URI, even if archived, because old links may still point to the challenge.
 */
export async function listChallenges(db: Db, uri?: string): Promise<ChallengeRow[]> {
  const all = challenges(db)
    .where('is_hidden', '=', false)
    .orderBy('starts_on', 'desc')
    .orderBy('id', 'desc');
  const some = uri === undefined ? all.where('archived_at', 'is', null) : all.where('uri', '=', uri);
  return some.execute();
}

/** Returns the challenge that is running now, or undefined. If several are running, returns the last one to start. */
export async function currentChallenge(db: Db, now: Temporal.Instant): Promise<ChallengeRow | undefined> {
  return challenges(db)
    .where(sql<boolean>`${dayIn(now)} between starts_on and ends_on`)
    .where('archived_at', 'is', null)
    .orderBy('starts_on', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** Returns the challenge that ended most recently. */
export async function previousChallenge(db: Db, now: Temporal.Instant): Promise<ChallengeRow | undefined> {
  return challenges(db)
    .where(sql<boolean>`${dayIn(now)} > ends_on`)
    .where('archived_at', 'is', null)
    .orderBy('ends_on', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** Returns the challenge that starts next. */
export async function nextChallenge(db: Db, now: Temporal.Instant): Promise<ChallengeRow | undefined> {
  return challenges(db)
    .where(sql<boolean>`${dayIn(now)} < starts_on`)
    .where('archived_at', 'is', null)
    .orderBy('starts_on')
    .orderBy('id')
    .executeTakeFirst();
}

/** Returns the challenge with this uuid, even if hidden. Throws 404 if there is no such challenge. */
export async function findChallenge(db: Db, uuid: string): Promise<ChallengeRow> {
  const found = await challenges(db).where('uuid', '=', uuid).executeTakeFirst();
  if (!found) throw notFound();
  return found;
}

/** Returns the challenge with this uuid for participants. Throws 404 if the challenge does not exist or is hidden. */
export async function findShownChallenge(db: Db, uuid: string): Promise<ChallengeRow> {
  const found = await findChallenge(db, uuid);
  if (found.is_hidden) throw notFound();
  return found;
}

/** Returns the challenge with this IRI. Throws 404 if it does not exist or participants may not see it. */
export async function challengeOfIri(db: Db, iris: Iris, iri: string): Promise<ChallengeRow> {
  return findShownChallenge(db, uuidOf(iris, iri));
}

/** Returns the uuid in a challenge's address. Throws 404 if the address is invalid. */
export function uuidOf(iris: Iris, iri: string): string {
  const uuid = iris.uuidIn(challengeCollection, iri);
  if (!uuid) throw notFound();
  return uuid;
}

function challenges(db: Db) {
  return db
    .selectFrom('challenges')
    .selectAll('challenges')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('challenge_translations')
          .select(['language', 'name', 'description', 'eye_catcher', 'introduction', 'abstraction_label'])
          .whereRef('challenge_id', '=', 'challenges.id')
          .orderBy('position'),
      )
        .$castTo<Translation[]>()
        .as('translations'),
    );
}

/** Returns SQL for the calendar date of a point in time in the challenge's own time zone. */
const dayIn = (now: Temporal.Instant) => sql`(${now.toString()}::timestamptz at time zone time_zone)::date`;

/**
 * Converts a challenge to the form that the API returns. If there is no translation for the language, uses the first
 * translation.
 */
export function toChallenge(
  iris: Iris,
  row: ChallengeRow,
  language: Language,
  now: Temporal.Instant,
): Omit<Challenge, '@context'> {
  const translations = row.translations.map((text) => ({
    language: text.language,
    name: text.name,
    description: text.description,
    eyeCatcher: text.eye_catcher,
    introduction: text.introduction,
    abstractionLabel: text.abstraction_label,
  }));
  const text = translations.find((one) => one.language === language) ?? translations[0];
  if (!text) throw new Error(`challenge ${row.uri} has no texts`);
  const { language: _, ...shown } = text;
  return {
    '@id': iris.of(`${challengeCollection}/${row.uuid}`),
    '@type': 'Challenge',
    uuid: row.uuid,
    uri: row.uri,
    type: row.type,
    abstractionConversion: row.abstraction_conversion,
    kilometers: row.kilometers,
    startsAt: momentAt(row.starts_on, '00:00:00', row.time_zone),
    endsAt: momentAt(row.ends_on, '23:59:59', row.time_zone),
    timeZone: row.time_zone,
    state: stateOf(row, now),
    closesAt: row.closes_at.toString(),
    frozenAt: row.frozen_at?.toString() ?? null,
    reopenedAt: row.reopened_at?.toString() ?? null,
    progressMap: row.progress_map_id ? iris.of(`/platform/api/progress_maps/${row.progress_map_id}`) : null,
    ...shown,
    translations,
  };
}

function momentAt(day: string, time: string, timeZone: string): string {
  return Temporal.PlainDate.from(day)
    .toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) })
    .toString({ timeZoneName: 'never' });
}

/** Returns the name that organisers' lists show for a challenge, which is its name in its first language. */
export const nameOf = ({ translations, uri }: Pick<ChallengeRow, 'translations' | 'uri'>): string =>
  translations[0]?.name ?? uri;
