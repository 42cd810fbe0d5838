import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { platformTimeZone } from '../../kit/platform-day.ts';
import { logChange } from '../../management/change-log.ts';
import { daysForInvited } from '../../platform/settings/config.ts';
import { isActivated } from '../activated.ts';
import type { AccountRemovalHooks } from '../dependencies.ts';
import { findPerson } from '../person.ts';
import { removeAccount, withRetry } from './account-removal.ts';

/**
 * Returns the people who have not activated their account within the number of days in the settings. Empty if
 * the setting is off. Organisers, and people who still have a valid link, are never included.
 */
export async function unusedInvitations(db: Db, now: Temporal.Instant, personId?: number): Promise<number[]> {
  const days = await daysForInvited(db);
  if (days === undefined) return [];
  const addedBefore = now.subtract({ hours: days * 24 }).toString();
  const { rows } = await sql<{ id: number }>`
    select people.id from people
    where not (${isActivated()}) and role <> 'organiser' and created_at <= ${addedBefore}::timestamptz
      and (${personId ?? null}::int is null or people.id = ${personId ?? null})
      and not exists (
        select from mailed_links where person_id = people.id and expires_at > ${now.toString()}::timestamptz
      )
    order by people.id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Deletes an account that was never activated, and adds an entry without a name to the change log. Does
 * nothing if the person has since activated the account or been invited again.
 */
export async function removeUnusedInvitation(
  db: Db,
  removalHooks: AccountRemovalHooks,
  personId: number,
  now: Temporal.Instant,
): Promise<void> {
  const person = await findPerson(db, personId);
  if (!person || (await unusedInvitations(db, now, personId)).length === 0) return;
  const today = now.toZonedDateTimeISO(platformTimeZone).toPlainDate();
  await withRetry(db, (tx) =>
    removeAccount(tx, removalHooks, person, today, async (locked) => {
      if ((await unusedInvitations(locked, now, personId)).length === 0) throw new NoLongerUnused();
      await logChange(locked, {
        ...{ actor: null, now, resource: 'people', resourceId: personId },
        action: 'remove',
      });
    }),
  ).catch((error) => {
    if (!(error instanceof NoLongerUnused)) throw error;
  });
}

/** Thrown for an account that must not be deleted after all. */
class NoLongerUnused extends Error {}
