import type { Db } from '../../db/db.ts';

/**
 * The settings in which a new installation differs from the defaults. Existing installations keep their
 * settings.
 */
const settings = {
  secondFactorRequired: true,
  activitiesByReason: true,
  anonymiseAfterDays: 365,
};

/** Stores the settings of a new installation, unless somebody already has an account. Must run in a transaction. */
export async function startWithProtection(tx: Db): Promise<void> {
  const somebody = await tx.selectFrom('people').select('id').limit(1).executeTakeFirst();
  if (somebody) return;
  await tx
    .insertInto('configs')
    .values(Object.entries(settings).map(([key, value]) => ({ key, value: JSON.stringify(value) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
