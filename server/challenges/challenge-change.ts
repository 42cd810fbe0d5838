import { Temporal } from 'temporal-polyfill';
import type { challenges } from '../../contract/managed/challenges.ts';
import type { Db } from '../db/db.ts';
import { violation } from '../kit/problem-error.ts';
import { writtenIn } from '../management/texts.ts';
import { addressName } from './address-name.ts';

type Entry = Omit<import('zod/mini').output<typeof challenges.create.body>, never>;
/** The fields of a challenge that organisers can edit. */
export type ChallengeFields = Entry;

/** Returns when a challenge's grace period ends. The grace period starts at midnight after the last day. */
export function closingOf({
  endsOn,
  timeZone,
  graceHours,
}: Pick<ChallengeFields, 'endsOn' | 'timeZone' | 'graceHours'>): Temporal.Instant {
  return Temporal.PlainDate.from(endsOn)
    .add({ days: 1 })
    .toZonedDateTime({ timeZone })
    .toInstant()
    .add({ hours: graceHours });
}

/**
 * The minimum number of hours that a challenge stays open after its days were changed or its results were reopened, so
 * that organisers can check the effects.
 */
const leastOpenHours = 24;

/**
 * Returns when a challenge closes if it is changed or reopened after its last day. A new grace period starts at `now`.
 */
export const closingFrom = (now: Temporal.Instant, graceHours: number): Temporal.Instant =>
  now.add({ hours: Math.max(graceHours, leastOpenHours) });

/** Returns when a challenge closes if its days change at `now`. Leaves enough time to correct a mistyped date. */
export function closingOnceChanged(
  fields: Pick<ChallengeFields, 'endsOn' | 'timeZone' | 'graceHours'>,
  now: Temporal.Instant,
): Temporal.Instant {
  const closing = closingOf(fields);
  const end = closingOf({ ...fields, graceHours: 0 });
  if (Temporal.Instant.compare(end, now) > 0) return closing;
  const grace = closingFrom(now, fields.graceHours);
  return Temporal.Instant.compare(closing, grace) > 0 ? closing : grace;
}

/** The fields that determine when a challenge closes. */
const timing = ['startsOn', 'endsOn', 'timeZone', 'graceHours'] as const;

/** Returns whether an edit affects the days of a challenge or when the challenge closes. */
export const changesTiming = (before: ChallengeFields, after: ChallengeFields) =>
  timing.some((name) => before[name] !== after[name]);

/**
 * Adds a challenge and returns its id. Throws 422 if values contradict each other, the URI is taken, or the map is
 * unknown.
 */
export async function addChallenge(tx: Db, written: ChallengeFields): Promise<number> {
  const fields = { ...written, uri: written.uri || (await addressName(tx, written.name)) };
  mustAgree(fields);
  await mustHaveMap(tx, fields);
  const added = await tx
    .insertInto('challenges')
    .values({ ...columnsOf(fields), closes_at: closingOf(fields).toString() })
    .onConflict((conflict) => conflict.column('uri').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw violation('uri', 'uri.taken');
  await writeTexts(tx, added.id, fields);
  return added.id;
}

/** Changes a challenge. Throws the same errors as `addChallenge`. */
export async function changeChallenge(
  tx: Db,
  id: number,
  fields: ChallengeFields,
  before: ChallengeFields,
  now: Temporal.Instant,
): Promise<void> {
  mustAgree(fields);
  await mustHaveMap(tx, fields);
  const other = await tx
    .selectFrom('challenges')
    .select('id')
    .where('uri', '=', fields.uri)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (other) throw violation('uri', 'uri.taken');
  const closing = changesTiming(before, fields)
    ? { closes_at: closingOnceChanged(fields, now).toString() }
    : {};
  await tx
    .updateTable('challenges')
    .set({ ...columnsOf(fields), ...closing })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('challenge_translations').where('challenge_id', '=', id).execute();
  await writeTexts(tx, id, fields);
}

/** Stores which days the boards of a challenge already include. Undefined means all days of the challenge. */
export async function setCountedDays(
  tx: Db,
  id: number,
  days: { from: string; until: string } | undefined,
): Promise<void> {
  await tx
    .updateTable('challenges')
    .set({ counted_from: days?.from ?? null, counted_until: days?.until ?? null })
    .where('id', '=', id)
    .execute();
}

/** Removes a challenge with its texts. */
export async function removeChallenge(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('challenges').where('id', '=', id).execute();
}

/** Marks the results of a challenge as final, so that its boards no longer change. */
export async function markFrozen(tx: Db, id: number, now: Temporal.Instant): Promise<void> {
  await tx.updateTable('challenges').set({ frozen_at: now.toString() }).where('id', '=', id).execute();
}

/** Reopens the results of a challenge until `closesAt`. */
export async function markReopened(
  tx: Db,
  id: number,
  now: Temporal.Instant,
  closesAt: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('challenges')
    .set({ frozen_at: null, reopened_at: now.toString(), closes_at: closesAt.toString() })
    .where('id', '=', id)
    .execute();
}

/**
 * Archives a challenge, or restores it if `since` is null. If `isHidden` is true, the challenge is still being
 * prepared, and participants cannot open it by its link either.
 */
export async function markArchived(
  tx: Db,
  id: number,
  since: Temporal.Instant | null,
  isHidden: boolean,
): Promise<void> {
  await tx
    .updateTable('challenges')
    .set({ archived_at: since?.toString() ?? null, is_hidden: isHidden })
    .where('id', '=', id)
    .execute();
}

const columnsOf = (fields: ChallengeFields) => ({
  uri: fields.uri,
  type: fields.type,
  abstraction_conversion: fields.type === 'abstraction' ? fields.abstractionConversion : null,
  kilometers: fields.kilometers,
  starts_on: fields.startsOn,
  ends_on: fields.endsOn,
  time_zone: fields.timeZone,
  grace_hours: fields.graceHours,
  progress_map_id: fields.progressMapId,
});

/** Throws 422 on the first field that contradicts the others. */
function mustAgree({
  startsOn,
  endsOn,
  type,
  abstractionConversion,
  abstractionLabel,
}: ChallengeFields): void {
  if (endsOn < startsOn) throw violation('endsOn', 'challenge.endsBeforeStart');
  if (type === 'distance') return;
  if (abstractionConversion === null) throw violation('abstractionConversion', 'value.required');
  if (!Object.values(abstractionLabel).some(Boolean))
    throw violation('abstractionLabel.en', 'value.required');
}

/** Throws 422 if the map does not exist. Locks the map, so that nobody can remove it during the transaction. */
async function mustHaveMap(tx: Db, { progressMapId }: ChallengeFields): Promise<void> {
  if (progressMapId === null) return;
  const map = tx.selectFrom('progress_maps').select('id').where('id', '=', progressMapId).forKeyShare();
  if (!(await map.executeTakeFirst())) throw violation('progressMapId', 'value.invalid');
}

/** Writes the texts of each language. If the name is missing in a language, uses the name in another language. */
async function writeTexts(tx: Db, challengeId: number, fields: ChallengeFields): Promise<void> {
  const { type, name, eyeCatcher, introduction, description, abstractionLabel } = fields;
  const [anyName = ''] = Object.values(name).filter(Boolean);
  const rows = writtenIn({ name, eyeCatcher, introduction, description, abstractionLabel }).map(
    (text, position) => ({
      challenge_id: challengeId,
      position,
      language: text.language,
      name: text.name || anyName,
      eye_catcher: text.eyeCatcher,
      introduction: text.introduction,
      description: text.description,
      abstraction_label: type === 'abstraction' ? text.abstractionLabel || null : null,
    }),
  );
  await tx.insertInto('challenge_translations').values(rows).execute();
}
