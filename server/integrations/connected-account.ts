import type { Selectable } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { Platform, revocationReasons } from '../../contract/couplings.ts';
import { withPersonLock } from '../activities/source-records/person-lock.ts';
import { releaseRecords, removeRecordsOf } from '../activities/source-records/records-of-person.ts';
import type { Db } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';
import type { Encryptor } from '../kit/encryption.ts';
import type { Grant, Tokens } from './providers/provider.ts';
import { ProviderError } from './providers/provider-error.ts';

export type ConnectedAccountRow = Selectable<Tables['connected_accounts']>;

/** Why the person must give a new consent. */
export type RevocationReason = (typeof revocationReasons)[number];

const Kept = z.object({ accessToken: z.string(), refreshToken: z.nullable(z.string()) });

/** The context of an account's encrypted tokens, so that they cannot be decrypted for another person or platform. */
const placeOf = ({ person_id, platform }: Pick<ConnectedAccountRow, 'person_id' | 'platform'>) =>
  `tokens ${person_id} ${platform}`;

/** The tokens of an active connected account. Throws if there are none, or if the installation's secret was changed. */
export function tokensOf(encryptor: Encryptor, account: ConnectedAccountRow): Tokens {
  if (account.tokens === null || account.expires_at === null)
    throw new Error('a disconnected account has no tokens');
  const kept = Kept.parse(JSON.parse(encryptor.decrypt(placeOf(account), account.tokens)));
  return { ...kept, expiresAt: account.expires_at };
}

const encrypted = (
  encryptor: Encryptor,
  whose: Pick<ConnectedAccountRow, 'person_id' | 'platform'>,
  tokens: Tokens,
) => ({
  tokens: encryptor.encrypt(
    placeOf(whose),
    JSON.stringify({ accessToken: tokens.accessToken, refreshToken: tokens.refreshToken }),
  ),
  expires_at: tokens.expiresAt.toString(),
});

/**
 * Stores a new connected account, or a new consent for an existing one. Connecting another account at the service
 * disconnects the first, and its activities are kept as after a disconnect. Returns the id; undefined if the account is
 * connected to somebody else. `also` runs in the same transaction.
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
    user_id: grant.userId,
    scopes: grant.scopes,
    ...encrypted(encryptor, { person_id: personId, platform }, grant.tokens),
    dead_since: null,
    death: null,
  };
  const since = { coupled_at: now.toString() };
  try {
    return await withPersonLock(db, personId, async (tx) => {
      const left = await tx
        .deleteFrom('connected_accounts')
        .where('person_id', '=', personId)
        .where('platform', '=', platform)
        .where('user_id', '<>', grant.userId)
        .returningAll()
        .executeTakeFirst();
      if (left) await detachRecords(tx, left, true, now);
      const row = await tx
        .insertInto('connected_accounts')
        .values({ person_id: personId, platform, ...kept, ...since })
        .onConflict((conflict) =>
          conflict
            .columns(['person_id', 'platform'])
            .doUpdateSet({ ...kept, ...(grant.startsAnew ? since : {}) }),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      await also(tx, row.id);
      return row.id;
    });
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'connected_accounts_platform_user_id_key')
      return undefined;
    throw error;
  }
}

/** Handles the records of an account that was disconnected. The person's records must be locked. */
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
 * Stores renewed tokens and ends the renewal; `coupling` is the account as read before. If the person has reconnected
 * meanwhile, the newer tokens are kept.
 */
export async function saveTokens(
  db: Db,
  encryptor: Encryptor,
  account: ConnectedAccountRow,
  tokens: Tokens,
): Promise<void> {
  await db
    .updateTable('connected_accounts')
    .set({ ...encrypted(encryptor, account, tokens), renewing_until: null })
    .where('id', '=', account.id)
    .where('tokens', '=', account.tokens)
    .execute();
}

/**
 * Marks an account as disconnected and deletes its tokens, if they are still those that were read: the person may have
 * reconnected meanwhile. Returns whether it was active until now.
 */
export async function markRevoked(
  db: Db,
  { id, tokens }: Pick<ConnectedAccountRow, 'id' | 'tokens'>,
  death: RevocationReason,
  now: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connected_accounts')
    .set({ dead_since: now.toString(), death, tokens: null, expires_at: null })
    .where('id', '=', id)
    .where('tokens', '=', tokens)
    .where('dead_since', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A person's connected account; undefined if there is none. */
export const findConnectedAccount = (db: Db, personId: number, platform: Platform) =>
  db
    .selectFrom('connected_accounts')
    .selectAll()
    .where('person_id', '=', personId)
    .where('platform', '=', platform)
    .executeTakeFirst();

/**
 * Throws `gone` if the account is no longer connected, so that the result of a call is discarded. Called while the
 * person's records are locked, as they are during a disconnect.
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

/** The connected account with a user id at the service. */
export const connectedAccountOf = (db: Db, platform: Platform, userId: string) =>
  db
    .selectFrom('connected_accounts')
    .selectAll()
    .where('platform', '=', platform)
    .where('user_id', '=', userId)
    .executeTakeFirst();
