import { type RawBuilder, sql } from 'kysely';
import type { Platform } from '../../contract/couplings.ts';
import type { Db } from '../db/db.ts';
import { detailsOf } from '../db/workout-details.ts';

/**
 * Returns the value of `platform` in a person's row of `connected_accounts`. In employer-blind mode, this is a hash
 * that differs from person to person, so that nobody can compare their own row with others.
 */
export const accountKey = (db: Db, personId: number, platform: Platform): Platform =>
  (detailsOf(db)?.hash('account', personId, platform) as Platform | undefined) ?? platform;

/** Returns the value of `user_id` for a person's id at a service. In employer-blind mode, this is a hash. */
export const userKey = (db: Db, platform: Platform, userId: string): string =>
  detailsOf(db)?.hash('user', platform, userId) ?? userId;

const everyAccount = sql<boolean>`true`;

/**
 * Returns an SQL condition for a service's rows. In employer-blind mode, the database does not know the service, so the
 * accounts that meet `among`, a condition for `connected_accounts`, are decrypted first. `accountId` is the column with
 * the account's id.
 */
export async function isAtService(
  db: Db,
  platform: Platform,
  accountId: 'id' | 'account_id' | 'connected_accounts.id',
  among = everyAccount,
): Promise<RawBuilder<boolean>> {
  if (!detailsOf(db)) return sql<boolean>`platform = ${platform}`;
  const ids = (await platformsOfAccounts(db, among)).filter((one) => one.platform === platform);
  return sql<boolean>`${sql.ref(accountId)} = any(${ids.map(({ id }) => id)}::int[])`;
}

/** Returns the service of every account that meets a condition. */
export const platformsOfAccounts = (db: Db, among = everyAccount) =>
  db
    .selectFrom('connected_accounts')
    .select(['id', 'person_id', 'platform', 'details'])
    .where(among)
    .execute();
