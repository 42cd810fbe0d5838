import { createHmac, timingSafeEqual } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Platform } from '../../contract/couplings.ts';
import { withPersonLock } from '../activities/source-records/person-lock.ts';
import type { Db } from '../db/db.ts';
import { forbidden, notFound, ProblemError } from '../kit/problem-error.ts';
import type { Person } from '../people/person.ts';
import {
  type ConnectedAccountRow,
  detachRecords,
  findConnectedAccount,
  tokensOf,
} from './connected-account.ts';
import type { IntegrationDependencies } from './provider-access.ts';
import { ProviderError } from './providers/provider-error.ts';

/** A disconnect link is valid for 15 minutes, about as long as people keep its page open. */
const minutesValid = 15;

const signatureOf = (secret: string, personId: number, platform: Platform, until: string) =>
  createHmac('sha256', secret).update(`uncouple ${personId} ${platform} ${until}`).digest('base64url');

/** Signs the link that disconnects a person's service. Returns the link's expiry time and signature. */
export function disconnectSignature(
  secret: string,
  person: Person,
  platform: Platform,
  now: Temporal.Instant,
): { until: string; signature: string } {
  const until = now.add({ minutes: minutesValid }).toString();
  return { until, signature: signatureOf(secret, person.id, platform, until) };
}

/** Throws 403 unless the signature is valid for this person and service and has not expired. */
export function verifyDisconnectSignature(
  secret: string,
  person: Person,
  platform: Platform,
  { until, signature }: { until: string; signature: string },
  now: Temporal.Instant,
): void {
  const expected = Buffer.from(signatureOf(secret, person.id, platform, until));
  const given = Buffer.from(signature);
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
  if (!isGenuine || Temporal.Instant.compare(Temporal.Instant.from(until), now) < 0)
    throw forbidden('expired');
}

/** Returns a person's connected account at a service. Throws 404 if there is none. */
export async function ownConnectedAccount(
  db: Db,
  person: Person,
  platform: Platform,
): Promise<ConnectedAccountRow> {
  const account = await findConnectedAccount(db, person.id, platform);
  if (!account) throw notFound();
  return account;
}

/**
 * Disconnects an account, first at the service and then here. Activities are kept unless the person chooses otherwise;
 * Strava's are always removed, as its policy requires. Throws 502 and changes nothing if the service cannot be reached.
 */
export async function disconnect(
  work: IntegrationDependencies,
  account: ConnectedAccountRow,
  keepActivities: boolean,
): Promise<void> {
  const { db, clock } = work;
  await revoke(work, account);
  await withPersonLock(db, account.person_id, async (tx) => {
    await tx.deleteFrom('connected_accounts').where('id', '=', account.id).execute();
    await detachRecords(tx, account, keepActivities, clock());
  });
}

/**
 * Revokes a consent at the service. Succeeds if the consent no longer exists; throws 502 if the service cannot be
 * reached.
 */
export async function revoke(
  { encryptor, providers, clock }: IntegrationDependencies,
  account: ConnectedAccountRow,
): Promise<void> {
  const provider = providers[account.platform];
  if (!provider || !account.tokens) return;
  const tokens = tokensOf(encryptor, account);
  const access = { accessToken: tokens.accessToken, userId: account.user_id, now: clock() };
  await provider.revoke(access, tokens).catch((error) => {
    const isOver = error instanceof ProviderError && ['gone', 'access', 'refused'].includes(error.kind);
    if (!isOver) throw error instanceof ProviderError ? new ProblemError(502, 'serviceSilent') : error;
  });
}

/** Returns all connected accounts of a person who is about to be deleted. */
export const connectedAccountsOf = (db: Db, personId: number): Promise<ConnectedAccountRow[]> =>
  db.selectFrom('connected_accounts').selectAll().where('person_id', '=', personId).execute();

/** Deletes all connected accounts of a person. The consents at the services must be revoked afterwards. */
export async function removeConnectedAccounts(tx: Db, personId: number): Promise<void> {
  await tx.deleteFrom('connected_accounts').where('person_id', '=', personId).execute();
}

/**
 * Revokes a deleted person's consents at the services. Returns the errors instead of throwing: failed calls cannot be
 * retried, because the tokens are deleted too, and the consents expire on their own.
 */
export async function revokeAll(
  work: IntegrationDependencies,
  accounts: ConnectedAccountRow[],
): Promise<unknown[]> {
  const results = await Promise.allSettled(accounts.map((account) => revoke(work, account)));
  return results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
}
