import { randomBytes } from 'node:crypto';
import { calculatePKCECodeChallenge, randomPKCECodeVerifier, randomState } from 'openid-client';
import type { Temporal } from 'temporal-polyfill';
import type { CouplingFailure } from '../../contract/couplings.ts';
import type { Db } from '../db/db.ts';
import type { Person } from '../people/person.ts';
import { accountKey } from './account-key.ts';
import { findConnectedAccount, saveConnectedAccount } from './connected-account.ts';
import { revoke } from './disconnection.ts';
import { recordFailure, recordSuccess } from './platform-state.ts';
import type { IntegrationDependencies } from './provider-access.ts';
import type { Provider } from './providers/provider.ts';
import { ProviderError, type ProviderErrorKind } from './providers/provider-error.ts';
import { addRead } from './reading/account-reads.ts';

/** An authorization in progress. The session stores it until the browser comes back from the service. */
export interface AuthorizationState {
  /** The value of `platform` in the person's row of `connected_accounts`. */
  platform: string;
  personId: number;
  state: string;
  codeVerifier: string;
  startedAt: string;
}

/** Thrown when a service could not be connected; `reason` says why. */
export class AuthorizationError extends Error {
  readonly reason: CouplingFailure;

  constructor(reason: CouplingFailure, cause?: unknown) {
    super(`a service could not be connected: ${reason}`, { cause });
    this.reason = reason;
  }
}

/**
 * How long an authorization may take: long enough for people to look up their password for the service, but short
 * enough that an abandoned page stops working.
 */
const authorizationMinutes = 15;

/** Starts an authorization. Returns the state to store and the address to open in the browser. */
export async function startAuthorization(
  provider: Provider,
  db: Db,
  person: Person,
  redirectUri: string,
  now: Temporal.Instant,
): Promise<{ state: AuthorizationState; address: string }> {
  const state = {
    platform: accountKey(db, person.id, provider.platform),
    personId: person.id,
    state: randomState(),
    codeVerifier: randomPKCECodeVerifier(),
    startedAt: now.toString(),
  };
  const codeChallenge = await calculatePKCECodeChallenge(state.codeVerifier);
  return {
    state,
    address: provider.consentAddress({ redirectUri, state: state.state, codeChallenge }),
  };
}

/**
 * Returns whether the browser came back from this service in time, with the same person signed in and with the state
 * that its session contains. `platform` is encoded as in the state.
 */
export const isState = (
  state: AuthorizationState | undefined,
  platform: string,
  person: Person,
  query: URLSearchParams,
  now: Temporal.Instant,
): state is AuthorizationState =>
  state?.platform === platform &&
  state.personId === person.id &&
  state.state === query.get('state') &&
  now.since(state.startedAt).total('minutes') < authorizationMinutes;

/**
 * Completes an authorization: connects the person's account at the service, and schedules its first import in
 * the same transaction. Throws an AuthorizationError if the person cancelled or denied a permission, if the
 * account is already connected to somebody else, or if the service does not respond.
 */
export async function handleCallback(
  work: IntegrationDependencies,
  provider: Provider,
  person: Person,
  state: AuthorizationState,
  query: URLSearchParams,
  redirectUri: string,
): Promise<void> {
  const { db, encryptor, clock } = work;
  const code = query.get('code');
  if (!code) throw new AuthorizationError(query.get('error') === 'access_denied' ? 'cancelled' : 'failed');
  const memberId = randomBytes(16).toString('hex');
  const { codeVerifier } = state;
  try {
    const grant = await provider.grant({ code, query, redirectUri, codeVerifier, memberId }, clock());
    await recordSuccess(db, provider.platform, clock());
    const before = await findConnectedAccount(db, person.id, provider.platform);
    const id = await saveConnectedAccount(
      db,
      encryptor,
      person.id,
      provider.platform,
      grant,
      clock(),
      (tx, id) => addRead(tx, { id, platform: provider.platform }, { kind: 'first' }, 'first', clock()),
    );
    // This is the last chance to revoke the consent of the previous account, because its tokens are no longer
    // stored. If the call fails, the consent expires on its own.
    if (id !== undefined && before && before.user_id !== grant.userId)
      await revoke(work, before).catch(() => undefined);
    if (id !== undefined) return;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    await recordFailure(db, provider.platform, error, clock());
    throw new AuthorizationError(reasons[error.kind], error);
  }
  // Do not revoke the consent at the service: the account is connected to another person, who still needs the consent.
  throw new AuthorizationError('taken');
}

const reasons: Record<ProviderErrorKind, CouplingFailure> = {
  access: 'failed',
  gone: 'failed',
  consent: 'consent',
  account: 'account',
  limit: 'unreachable',
  quota: 'unreachable',
  down: 'unreachable',
  operator: 'failed',
  refused: 'failed',
};
