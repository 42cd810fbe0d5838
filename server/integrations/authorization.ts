import { randomBytes } from 'node:crypto';
import { calculatePKCECodeChallenge, randomPKCECodeVerifier, randomState } from 'openid-client';
import type { Temporal } from 'temporal-polyfill';
import type { CouplingFailure } from '../../contract/couplings.ts';
import type { Enqueue } from '../kit/queue.ts';
import type { Person } from '../people/person.ts';
import { findConnectedAccount, saveConnectedAccount } from './connected-account.ts';
import { revoke } from './disconnection.ts';
import type { Import } from './import.ts';
import { noteFailure, noteSuccess } from './platform-state.ts';
import type { IntegrationDependencies } from './provider-access.ts';
import type { Provider } from './providers/provider.ts';
import { ProviderError, type ProviderErrorKind } from './providers/provider-error.ts';

/** The state that a browser must return with; stored in its session. */
export interface AuthorizationState {
  platform: string;
  personId: number;
  state: string;
  codeVerifier: string;
  startedAt: string;
}

/** Why a service was not connected. */
export class AuthorizationError extends Error {
  readonly reason: CouplingFailure;

  constructor(reason: CouplingFailure, cause?: unknown) {
    super(`coupling: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** Long enough to find the password for the service, too short for a page that was left open. */
const journeyMinutes = 15;

/** Starts an authorization: what to store, and the address to send the browser to. */
export async function startAuthorization(
  provider: Provider,
  person: Person,
  redirectUri: string,
  now: Temporal.Instant,
): Promise<{ state: AuthorizationState; address: string }> {
  const state = {
    platform: provider.platform,
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

/** Whether a browser returns from the service with its session's state, in time, as the same person. */
export const isState = (
  state: AuthorizationState | undefined,
  provider: Provider,
  person: Person,
  query: URLSearchParams,
  now: Temporal.Instant,
): state is AuthorizationState =>
  state?.platform === provider.platform &&
  state.personId === person.id &&
  state.state === query.get('state') &&
  now.since(state.startedAt).total('minutes') < journeyMinutes;

/**
 * Connects the account that a person has authorised at a service, and enqueues its first import in the same
 * transaction. Throws an AuthorizationError if they cancelled or denied a permission, if the account is connected to
 * somebody else, or if the service does not answer.
 */
export async function handleCallback(
  work: IntegrationDependencies,
  provider: Provider,
  person: Person,
  state: AuthorizationState,
  query: URLSearchParams,
  redirectUri: string,
  enqueue: Enqueue<Import>,
): Promise<void> {
  const { db, encryptor, clock } = work;
  const code = query.get('code');
  if (!code) throw new AuthorizationError(query.get('error') === 'access_denied' ? 'cancelled' : 'failed');
  const memberId = randomBytes(16).toString('hex');
  const { codeVerifier } = state;
  try {
    const grant = await provider.grant({ code, query, redirectUri, codeVerifier, memberId }, clock());
    await noteSuccess(db, provider.platform, clock());
    const before = await findConnectedAccount(db, person.id, provider.platform);
    const id = await saveConnectedAccount(
      db,
      encryptor,
      person.id,
      provider.platform,
      grant,
      clock(),
      (tx, accountId) => enqueue(tx, { accountId, kind: 'first' }),
    );
    // Nobody could revoke the previous account's consent later; if revoking fails now, the consent expires by itself.
    if (id !== undefined && before && before.user_id !== grant.userId)
      await revoke(work, before).catch(() => undefined);
    if (id !== undefined) return;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    await noteFailure(db, provider.platform, error, clock());
    throw new AuthorizationError(reasons[error.kind], error);
  }
  // The consent at the service is kept, as it belongs to the other person.
  throw new AuthorizationError('taken');
}

const reasons: Record<ProviderErrorKind, CouplingFailure> = {
  access: 'failed',
  gone: 'failed',
  consent: 'consent',
  account: 'account',
  limit: 'unreachable',
  down: 'unreachable',
  operator: 'failed',
  refused: 'failed',
};
