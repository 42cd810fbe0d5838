import type { Selectable } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { Platform, revocationReasons } from '../../contract/couplings.ts';
import { withPersonLock } from '../activities/source-records/person-lock.ts';
import { releaseRecords, removeRecordsOf } from '../activities/source-records/records-of-person.ts';
import type { Db } from '../db/db.ts';
import type { Encryptor } from '../db/encryption.ts';
import type { Tables } from '../db/tables.ts';
import { detailsOf } from '../db/workout-details.ts';
import { accountKey, userKey } from './account-key.ts';
import type { Grant, Tokens } from './providers/provider.ts';
import { ProviderError } from './providers/provider-error.ts';

export type ConnectedAccountRow = Selectable<Tables['connected_accounts']>;

/** Why the person must give consent again. */
export type RevocationReason = (typeof revocationReasons)[number];

const Kept = z.object({
  accessToken: z.string(),
  refreshToken: z.nullable(z.string()),
  /**
   * Set only in employer-blind mode, where the lifetime of a token would reveal the service if it were not encrypted.
   */
  expiresAt: z.optional(z.string()),
});

/** Returns the encryption context: tokens encrypted for one person and platform cannot be decrypted for another. */
const placeOf = ({ person_id, platform }: Pick<ConnectedAccountRow, 'person_id' | 'platform'>) =>
  `tokens ${person_id} ${platform}`;

/** Returns an active account's tokens. Throws if the account has none, or if the installation's secret has changed. */
export function tokensOf(encryptor: Encryptor, account: ConnectedAccountRow): Tokens {
  if (account.tokens === null) throw new Error('a disconnected account has no tokens');
  const { expiresAt, ...kept } = Kept.parse(JSON.parse(encryptor.decrypt(placeOf(account), account.tokens)));
  const expires = expiresAt === undefined ? account.expires_at : Temporal.Instant.from(expiresAt);
  if (expires === null) throw new Error('a disconnected account has no tokens');
  return { ...kept, expiresAt: expires };
}

function encrypted(
  db: Db,
  encryptor: Encryptor,
  whose: Pick<ConnectedAccountRow, 'person_id' | 'platform'>,
  { accessToken, refreshToken, expiresAt }: Tokens,
) {
  const isBlind = detailsOf(db) !== undefined;
  const kept = { accessToken, refreshToken, ...(isBlind ? { expiresAt } : {}) };
  return {
    tokens: encryptor.encrypt(placeOf(whose), JSON.stringify(kept)),
    expires_at: isBlind ? null : expiresAt.toString(),
  };
}

/** Returns the columns that identify a person's account at a service. */
function identityOf(db: Db, personId: number, platform: Platform, { userId, scopes }: Grant) {
  const details = detailsOf(db)?.encrypt(personId, { platform, user_id: userId, scopes });
  return { user_id: userKey(db, platform, userId), ...(details ? { scopes: [], details } : { scopes }) };
}

/**
 * Stores a new connected account, or a new consent for an existing one. If the person had connected a
 * different account at the same service, that account is disconnected, and its activities are kept unless it
 * is a Strava account. Returns the id of the stored row, or undefined if the account is already connected to
 * somebody else. `also` runs in the same transaction.
 */
export async function saveConnectedAccount(
  db: Db,
  encryptor: Encryptor,
  personId: number,
  platform: Platform,
  grant: Grant,
  now: Temporal.Instant,
  also: (tx: Db, accountId: number) => Promise<void> = async () => undefined,
): Promise<number | undefined> {
  const kept = {
    ...identityOf(db, personId, platform, grant),
    ...encrypted(db, encryptor, { person_id: personId, platform }, grant.tokens),
    dead_since: null,
    death: null,
  };
  const since = { coupled_at: now.toString() };
  const key = accountKey(db, personId, platform);
  try {
    return await withPersonLock(db, personId, async (tx) => {
      const left = await tx
        .deleteFrom('connected_accounts')
        .where('person_id', '=', personId)
        .where('platform', '=', key)
        .where('user_id', '<>', kept.user_id)
        .returningAll()
        .executeTakeFirst();
      if (left) await detachRecords(tx, left, true, now);
      const row = await tx
        .insertInto('connected_accounts')
        .values({ person_id: personId, platform: key, ...kept, ...since })
        .onConflict((conflict) =>
          conflict
            .columns(['person_id', 'platform'])
            .doUpdateSet({ ...kept, ...(grant.listsNewUploadsOnly ? since : {}) }),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      await also(tx, row.id);
      return row.id;
    });
  } catch (error) {
    if (uniqueAccounts.includes(String((error as { constraint?: string }).constraint))) return undefined;
    throw error;
  }
}

/** The constraints by which an account at a service can be connected to only one person. */
const uniqueAccounts = ['connected_accounts_platform_user_id_key', 'connected_accounts_user_id_hash'];

/**
 * Removes the records of a disconnected account, or only their links to the service if the person keeps the
 * activities. Strava's records are always removed, as its policy requires. The person's records must be
 * locked.
 */
export async function detachRecords(
  tx: Db,
  { person_id: personId, platform }: ConnectedAccountRow,
  keepActivities: boolean,
  now: Temporal.Instant,
): Promise<void> {
  if (platform === 'Strava' || !keepActivities) await removeRecordsOf(tx, personId, platform, now);
  else await releaseRecords(tx, personId, platform);
}

/**
 * Stores renewed tokens and marks the renewal as finished. `account` is the row as it was read before the renewal: if
 * the person has reconnected since then, the newer tokens are kept.
 */
export async function saveTokens(
  db: Db,
  encryptor: Encryptor,
  account: ConnectedAccountRow,
  tokens: Tokens,
): Promise<void> {
  await db
    .updateTable('connected_accounts')
    .set({ ...encrypted(db, encryptor, account, tokens), renewing_until: null })
    .where('id', '=', account.id)
    .where('tokens', '=', account.tokens)
    .execute();
}

/**
 * Marks an account as disconnected and deletes its tokens. Does nothing if the tokens have changed since they were
 * read, which means that the person has reconnected. Returns whether the account was active before.
 */
export async function markRevoked(
  db: Db,
  { id, tokens }: Pick<ConnectedAccountRow, 'id' | 'tokens'>,
  reason: RevocationReason,
  now: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connected_accounts')
    .set({ dead_since: now.toString(), death: reason, tokens: null, expires_at: null })
    .where('id', '=', id)
    .where('tokens', '=', tokens)
    .where('dead_since', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns a person's connected account at a service; undefined if there is none. */
export const findConnectedAccount = (db: Db, personId: number, platform: Platform) =>
  db
    .selectFrom('connected_accounts')
    .selectAll()
    .where('person_id', '=', personId)
    .where('platform', '=', accountKey(db, personId, platform))
    .executeTakeFirst();

/**
 * Throws `gone` if the account is no longer connected, so that the result of a call is discarded. Must run while the
 * person's records are locked, because a disconnect locks them too.
 */
export const mustBeConnected =
  ({ id }: ConnectedAccountRow) =>
  async (tx: Db): Promise<void> => {
    const row = await tx
      .selectFrom('connected_accounts')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw new ProviderError('gone', 'the account is no longer connected');
  };

/** Finds the connected account that has this user id at the service. */
export const connectedAccountOf = (db: Db, platform: Platform, userId: string) =>
  db
    .selectFrom('connected_accounts')
    .selectAll()
    .where('user_id', '=', userKey(db, platform, userId))
    .$if(!detailsOf(db), (all) => all.where('platform', '=', platform))
    .executeTakeFirst();
