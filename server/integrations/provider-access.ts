import { setTimeout } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import type { Platform } from '../../contract/couplings.ts';
import type { Db } from '../db/db.ts';
import type { Encryptor } from '../db/encryption.ts';
import { serviceCalls } from '../kit/metrics.ts';
import type { Enqueue } from '../kit/queue.ts';
import { accountKey } from './account-key.ts';
import { usageMeter } from './call-quota.ts';
import {
  type ConnectedAccountRow,
  markRevoked,
  type RevocationReason,
  saveTokens,
  tokensOf,
} from './connected-account.ts';
import { pause, pauseOf } from './platform-memory.ts';
import { recordFailure, recordSuccess } from './platform-state.ts';
import type { Access, Provider, Tokens } from './providers/provider.ts';
import { ProviderError } from './providers/provider-error.ts';
import type { Urgency } from './reading/account-reads.ts';
import type { RevocationMail } from './revocation-mail.ts';

/** The dependencies of the functions that work on connected accounts. */
export interface IntegrationDependencies {
  db: Db;
  encryptor: Encryptor;
  providers: Providers;
  clock: () => Temporal.Instant;
  /**
   * Returns a function that enqueues emails about disconnected accounts. Must be called before a transaction begins.
   */
  revocationMails(): Promise<Enqueue<RevocationMail>>;
}

/** The services that this installation offers. */
export type Providers = Partial<Record<Platform, Provider>>;

/** Tokens are renewed this many seconds before they expire, as Garmin recommends. */
const renewBefore = 600;

/** How long calls are paused, in seconds, if the service does not say when to retry. */
const usualPause = 60;

/**
 * Calls a service for a connected account with a valid access token, which is renewed before it expires or
 * when the service rejects it. If the consent was revoked, marks the account as disconnected; if the service
 * limits calls, pauses the calls of all processes. A less urgent call leaves more of the service's quota for
 * urgent calls. Rethrows the ProviderError.
 */
export async function withAccess<Result>(
  work: IntegrationDependencies,
  provider: Provider,
  account: ConnectedAccountRow,
  call: (access: Access) => Promise<Result>,
  urgency: Urgency = 'event',
): Promise<Result> {
  const { db, clock } = work;
  const usage = usageMeter(db, account.platform, urgency, clock);
  const until = await pauseOf(db, account.platform, clock());
  if (until) throw new ProviderError('limit', `${account.platform}: too many calls`, { retryAt: until });
  // The account as it was when its tokens were read. An error concerns these tokens, not any newer ones.
  let current: ConnectedAccountRow | undefined;
  const read = async () => {
    current = await activeAccount(db, account.id);
    return { current, tokens: tokensOf(work.encryptor, current) };
  };
  try {
    const tokens = await validTokens(work, provider, read, undefined);
    const result = await call({ ...accessOf(account, tokens, clock()), usage }).catch(async (error) => {
      if (!(error instanceof ProviderError) || error.kind !== 'access') throw error;
      const renewed = await validTokens(work, provider, read, tokens.accessToken);
      return call({ ...accessOf(account, renewed, clock()), usage });
    });
    serviceCalls.inc({ service: account.platform, outcome: 'ok' });
    await recordSuccess(db, account.platform, clock());
    return result;
  } catch (error) {
    if (error instanceof ProviderError) {
      serviceCalls.inc({ service: account.platform, outcome: error.kind });
      await handleError(work, account.platform, current, error);
    }
    throw error;
  }
}

const accessOf = (account: ConnectedAccountRow, { accessToken }: Tokens, now: Temporal.Instant): Access => ({
  accessToken,
  userId: account.user_id,
  now,
});

/**
 * How long a renewal may take, in seconds. A renewal is a single call, so a process that takes longer must have
 * crashed.
 */
const renewalTakes = 60;

/** How often to check whether another process has renewed the tokens, in milliseconds. */
const pollEvery = 200;

/**
 * Returns the tokens of a connected account. Renews them if they expire soon or if the stored access token is
 * `refused`. Only one process renews at a time, and the others use its result: if a refresh token can be used only
 * once, two concurrent renewals would end the consent. No transaction is open during the call.
 */
async function validTokens(
  { db, encryptor, clock }: IntegrationDependencies,
  provider: Provider,
  read: () => Promise<{ current: ConnectedAccountRow; tokens: Tokens }>,
  refused: string | undefined,
): Promise<Tokens> {
  const isValid = (tokens: Tokens) =>
    tokens.accessToken !== refused &&
    (!provider.refresh ||
      Temporal.Instant.compare(tokens.expiresAt, clock().add({ seconds: renewBefore })) > 0);
  for (let waited = 0; waited < renewalTakes * 1000; waited += pollEvery) {
    const { current, tokens } = await read();
    if (isValid(tokens)) return tokens;
    if (!provider.refresh)
      throw new ProviderError('gone', `${provider.platform}: the token is no longer valid`);
    if (await beginRenewal(db, current.id, clock())) {
      try {
        // Another process may have renewed the tokens since they were read.
        const kept = await read();
        if (isValid(kept.tokens)) return kept.tokens;
        const renewed = await provider.refresh(kept.tokens, clock());
        await saveTokens(db, encryptor, kept.current, renewed);
        // If the person has reconnected during the renewal, the newly stored tokens are valid instead of
        // `renewed`.
        return (await read()).tokens;
      } finally {
        await endRenewal(db, current.id);
      }
    }
    await setTimeout(pollEvery);
  }
  throw new ProviderError('down', `${provider.platform}: another process is still renewing the tokens`);
}

async function beginRenewal(db: Db, id: number, now: Temporal.Instant): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connected_accounts')
    .set({ renewing_until: now.add({ seconds: renewalTakes }).toString() })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('renewing_until', 'is', null), eb('renewing_until', '<', now.toString() as never)]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const endRenewal = (db: Db, id: number) =>
  db.updateTable('connected_accounts').set({ renewing_until: null }).where('id', '=', id).execute();

async function activeAccount(db: Db, id: number): Promise<ConnectedAccountRow> {
  const row = await db.selectFrom('connected_accounts').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row?.tokens) throw new ProviderError('gone', 'the account is no longer connected');
  return row;
}

/** Records an error. Pauses calls if the service limits them, and disconnects the account if the consent has ended. */
async function handleError(
  work: IntegrationDependencies,
  platform: Platform,
  account: ConnectedAccountRow | undefined,
  error: ProviderError,
): Promise<void> {
  const { db, clock } = work;
  await recordFailure(db, platform, error, clock());
  if (error.kind === 'limit')
    await pause(db, platform, error.retryAt ?? clock().add({ seconds: usualPause }));
  const reason: RevocationReason | undefined =
    error.kind === 'gone' ? 'revoked' : error.kind === 'consent' ? 'consent' : undefined;
  if (!account || !reason) return;
  const enqueue = await work.revocationMails();
  await db.transaction().execute(async (tx) => {
    if (await markRevoked(tx, account, reason, clock()))
      await enqueue(tx, {
        personId: account.person_id,
        platform: accountKey(tx, account.person_id, platform),
      });
  });
}
