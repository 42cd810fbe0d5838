import { Temporal } from 'temporal-polyfill';
import type { ChallengeEntry } from '../../contract/management/challenges.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import { violation } from '../kit/problem-error.ts';
import { cleanTexts } from './clean-texts.ts';

/** The moment that a challenge's grace period ends: it begins with the midnight after the last day. */
export function closingOf(endsOn: string, timeZone: string, graceHours: number): Temporal.Instant {
  return Temporal.PlainDate.from(endsOn)
    .add({ days: 1 })
    .toZonedDateTime({ timeZone })
    .toInstant()
    .add({ hours: graceHours });
}

/** Adds a challenge; returns its id and uuid. Throws violations on a name in addresses that is taken and on an unknown map. */
export async function addChallenge(
  tx: Db,
  iris: Iris,
  entry: ChallengeEntry,
): Promise<{ id: number; uuid: string }> {
  const values = await columnsOf(tx, iris, entry);
  const added = await tx
    .insertInto('challenges')
    .values(values)
    .onConflict((conflict) => conflict.column('uri').doNothing())
    .returning(['id', 'uuid'])
    .executeTakeFirst();
  if (!added) throw violation('uri', 'uri.taken');
  await writeTexts(tx, added.id, entry);
  return added;
}

/** Changes a challenge. Throws as `addChallenge` does. */
export async function changeChallenge(tx: Db, iris: Iris, id: number, entry: ChallengeEntry): Promise<void> {
  const other = await tx
    .selectFrom('challenges')
    .select('id')
    .where('uri', '=', entry.uri)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (other) throw violation('uri', 'uri.taken');
  await tx
    .updateTable('challenges')
    .set(await columnsOf(tx, iris, entry))
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('challenge_translations').where('challenge_id', '=', id).execute();
  await writeTexts(tx, id, entry);
}

/** Removes a challenge with its texts. */
export async function removeChallenge(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('challenges').where('id', '=', id).execute();
}

/** Remembers that the results of a challenge stand; from now on nothing changes its boards. */
export async function markFrozen(tx: Db, id: number, now: Temporal.Instant): Promise<void> {
  await tx.updateTable('challenges').set({ frozen_at: now.toString() }).where('id', '=', id).execute();
}

/** Takes a challenge out of participants' lists since a moment, or puts it back. */
export async function markArchived(tx: Db, id: number, since: Temporal.Instant | null): Promise<void> {
  await tx
    .updateTable('challenges')
    .set({ archived_at: since?.toString() ?? null })
    .where('id', '=', id)
    .execute();
}

async function columnsOf(tx: Db, iris: Iris, entry: ChallengeEntry) {
  return {
    uri: entry.uri,
    type: entry.type,
    abstraction_conversion: entry.type === 'abstraction' ? entry.abstractionConversion : null,
    kilometers: entry.kilometers,
    starts_on: entry.startsOn,
    ends_on: entry.endsOn,
    time_zone: entry.timeZone,
    grace_hours: entry.gracePeriodHours,
    closes_at: closingOf(entry.endsOn, entry.timeZone, entry.gracePeriodHours).toString(),
    progress_map_id: await mapOf(tx, iris, entry.progressMap),
  };
}

async function mapOf(tx: Db, iris: Iris, iri: string | null): Promise<number | null> {
  if (iri === null) return null;
  const id = iris.numberIn('/platform/api/progress_maps', iri);
  const found =
    id && (await tx.selectFrom('progress_maps').select('id').where('id', '=', id).executeTakeFirst());
  if (!found) throw violation('progressMap', 'progressMap.unknown');
  return found.id;
}

async function writeTexts(
  tx: Db,
  challengeId: number,
  { type, translations }: ChallengeEntry,
): Promise<void> {
  const rows = translations.map(async (texts, position) => {
    const { language, name, description, eyeCatcher, introduction } = await cleanTexts(texts);
    return {
      challenge_id: challengeId,
      position,
      language,
      name,
      description,
      introduction,
      eye_catcher: eyeCatcher,
      abstraction_label: type === 'abstraction' ? texts.abstractionLabel : null,
    };
  });
  await tx
    .insertInto('challenge_translations')
    .values(await Promise.all(rows))
    .execute();
}
