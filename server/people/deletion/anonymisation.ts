import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { platformTimeZone } from '../../kit/platform-day.ts';
import { logChange } from '../../management/change-log.ts';
import { anonymisationDays } from '../../platform/settings/config.ts';
import type { AccountRemovalHooks } from '../dependencies.ts';
import { findPerson } from '../person.ts';
import { removeAccount, withRetry } from './account-removal.ts';
import { inactiveParticipants, type LastChallenge } from './last-challenge.ts';

/** The number of days between the warning email and the anonymisation. Most holidays are shorter. */
export const warningDays = 14;

const todayOf = (now: Temporal.Instant) => now.toZonedDateTimeISO(platformTimeZone).toPlainDate();

/** Returns the participants to warn that their account will be anonymised. Empty if the setting is off. */
export async function peopleToWarn(
  db: Db,
  now: Temporal.Instant,
  personId?: number,
): Promise<LastChallenge[]> {
  const days = await anonymisationDays(db);
  if (days === undefined) return [];
  const endedBy = todayOf(now).subtract({ days: days - warningDays });
  const done = await inactiveParticipants(db, endedBy.toString(), now, personId);
  return done.filter(({ warnedOn }) => warnedOn === null);
}

/** Returns the day on which an account is anonymised if its owner is warned today. */
export async function anonymisationDay(
  db: Db,
  { endsOn }: Pick<LastChallenge, 'endsOn'>,
  now: Temporal.Instant,
): Promise<Temporal.PlainDate> {
  const afterWarning = todayOf(now).add({ days: warningDays });
  const afterChallenge = Temporal.PlainDate.from(endsOn).add({ days: (await anonymisationDays(db)) ?? 0 });
  return Temporal.PlainDate.compare(afterWarning, afterChallenge) > 0 ? afterWarning : afterChallenge;
}

/** Records that a person was warned, with the announced date. */
export async function keepWarning(
  db: Db,
  personId: number,
  day: Temporal.PlainDate,
  now: Temporal.Instant,
): Promise<void> {
  await db
    .insertInto('anonymisation_warnings')
    .values({ person_id: personId, warned_at: now.toString(), anonymise_on: day.toString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the participants who were warned and whose announced day has come. */
export async function peopleToAnonymise(
  db: Db,
  now: Temporal.Instant,
  personId?: number,
): Promise<LastChallenge[]> {
  const days = await anonymisationDays(db);
  if (days === undefined) return [];
  const today = todayOf(now);
  const done = await inactiveParticipants(db, today.subtract({ days }).toString(), now, personId);
  return done.filter(({ anonymiseOn }) => anonymiseOn !== null && anonymiseOn <= today.toString());
}

/**
 * Deletes warnings that are no longer valid because anonymisation was switched off or postponed, or because the person
 * has taken part again. These people are warned again when they are due.
 */
export async function withdrawWarnings(db: Db, now: Temporal.Instant): Promise<void> {
  const days = await anonymisationDays(db);
  const endedBy = todayOf(now).subtract({ days: (days ?? 0) - warningDays });
  const done = days === undefined ? [] : await inactiveParticipants(db, endedBy.toString(), now);
  await db
    .deleteFrom('anonymisation_warnings')
    .where(sql<boolean>`person_id <> all(${done.map(({ personId }) => personId)}::int[])`)
    .execute();
}

/**
 * Turns a participant's contributions into anonymous sums, deletes all personal data, and adds an entry to the change
 * log. Does nothing if the person has taken part again or is now an organiser or moderator. Returns the errors that
 * occurred while disconnecting services.
 */
export async function anonymise(
  db: Db,
  removalHooks: AccountRemovalHooks,
  personId: number,
  now: Temporal.Instant,
): Promise<unknown[]> {
  const person = await findPerson(db, personId);
  if (!person) return [];
  const revoke = await removalHooks.revocation(db, personId);
  const isDone = await withRetry(db, async (tx) => {
    await removeAccount(tx, removalHooks, person, todayOf(now), (locked) => logIfDue(locked, personId, now));
    return true;
  }).catch((error) => {
    if (error instanceof NoLongerDue) return false;
    throw error;
  });
  return isDone ? revoke() : [];
}

/** Thrown for an account that must not be anonymised after all. */
class NoLongerDue extends Error {}

async function logIfDue(tx: Db, personId: number, now: Temporal.Instant): Promise<void> {
  const [due] = await peopleToAnonymise(tx, now, personId);
  if (!due) throw new NoLongerDue();
  await logChange(tx, {
    actor: null,
    now,
    resource: 'people',
    resourceId: personId,
    action: 'anonymise',
    after: { challengeId: due.challengeId, challengeEndedOn: due.endsOn },
  });
}
