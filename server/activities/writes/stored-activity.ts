import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { detailsOf, hiddenSource } from '../../db/workout-details.ts';
import type { ActivityRow } from '../activity.ts';

type Values = Pick<ActivityRow, 'amount_type' | 'seconds' | 'info'> & { source?: ActivityRow['source'] };

/**
 * Returns the columns in which an activity's values are stored. In employer-blind mode, its title, its source and the
 * time of its creation are encrypted. Its duration is encrypted too, unless the kilometres are calculated from it.
 * `source` is missing for manual entries.
 */
export function storedActivity<Given extends Values>(
  db: Db,
  personId: number,
  values: Given,
  createdAt: Temporal.Instant,
): Given & { details: string | null } {
  const details = detailsOf(db);
  if (!details) return { ...values, details: null };
  const { amount_type: amountType, seconds, info, source = 'manual' } = values;
  const isHidden = amountType !== 'time';
  return {
    ...values,
    info: null,
    ...(source === 'manual' ? {} : { source: hiddenSource }),
    ...(isHidden ? { seconds: null } : {}),
    details: details.encrypt(personId, {
      ...{ info, source, created_at: createdAt },
      ...(isHidden ? { seconds } : {}),
    }),
  };
}

/** Returns an activity with its decrypted details. */
export const activityWithDetails = (tx: Db, id: number) =>
  tx.selectFrom('activities').selectAll().where('id', '=', id).executeTakeFirst();
