import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Temporal } from 'temporal-polyfill';
import type { IdentityFailure } from '../../../contract/identities.ts';
import type { Language } from '../../../contract/kit/fields.ts';
import { areGroupsLeftOut, groupsClaimOf, usesGroups } from './groups/group-grants.ts';
import { type Identity, identityOf } from './identity.ts';
import { IdentityError } from './identity-error.ts';
import { isTimeout, type OpenIdProvider, type Providers } from './provider.ts';

/** The state of a pending sign-in, stored in the session and checked when the browser returns. */
export interface AuthorizationState {
  key: string;
  state: string;
  /** For OpenID Connect only. */
  nonce?: string;
  codeVerifier?: string;
  returnTo: string;
  startedAt: string;
}

/**
 * The time limit for a sign-in: long enough to look up a password and a second factor, but short enough that an
 * abandoned page expires.
 */
export const authorizationMinutes = 15;

/**
 * Starts a sign-in. Returns the state to store in the session, and the address to send the browser to. Throws
 * an IdentityError if the identity provider cannot be reached.
 */
export async function startAuthorization(
  providers: Providers,
  provider: OpenIdProvider,
  page: { callback: string; returnTo: string; language: Language },
  now: Temporal.Instant,
): Promise<{ authorization: AuthorizationState; address: string }> {
  const configuration = await providers.configurationOf(provider, now).catch((error) => {
    throw new IdentityError('unreachable', error);
  });
  const [nonce, codeVerifier] = [randomNonce(), randomPKCECodeVerifier()];
  const authorization = {
    key: provider.key,
    state: randomState(),
    nonce,
    codeVerifier,
    returnTo: page.returnTo,
    startedAt: now.toString(),
  };
  const address = buildAuthorizationUrl(configuration, {
    redirect_uri: page.callback,
    scope: provider.scope,
    state: authorization.state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ui_locales: page.language,
  });
  return { authorization, address: address.href };
}

/** Returns whether a browser returns from the identity provider in time, and with the state stored in its session. */
export function isState(
  authorization: AuthorizationState | undefined,
  key: string,
  query: URLSearchParams,
  now: Temporal.Instant,
): authorization is AuthorizationState {
  return (
    authorization?.key === key &&
    authorization.state === query.get('state') &&
    now.since(authorization.startedAt).total('minutes') < authorizationMinutes
  );
}

/**
 * Performs all OpenID Connect checks and returns the identity that the provider confirms. Throws an
 * IdentityError if the person cancelled, the provider cannot be reached, or its response is invalid.
 */
export async function verifyCallback(
  providers: Providers,
  provider: OpenIdProvider,
  authorization: AuthorizationState,
  arrivedAt: URL,
  now: Temporal.Instant,
): Promise<Identity> {
  try {
    const configuration = await providers.configurationOf(provider, now);
    const { state, nonce, codeVerifier } = authorization;
    if (!nonce || !codeVerifier) throw new ClientError('the sign-in was started with another protocol');
    const tokens = await authorizationCodeGrant(configuration, arrivedAt, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
    });
    const claims = tokens.claims();
    if (!claims) throw new ClientError('no ID token');
    const userInfo = await moreClaims(configuration, provider, tokens.access_token, claims);
    return identityOf(provider, { ...userInfo, iss: claims.iss, sub: claims.sub });
  } catch (error) {
    throw new IdentityError(reasonOf(error), error);
  }
}

/**
 * Fetches further claims, because many providers return names, the email address and groups only from the
 * user info endpoint.
 */
async function moreClaims(
  configuration: Configuration,
  provider: OpenIdProvider,
  accessToken: string,
  claims: { sub: string } & Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const isWithoutGroups =
    usesGroups(provider) && claims[groupsClaimOf(provider)] === undefined && !areGroupsLeftOut(claims);
  if ((claims.email !== undefined && !isWithoutGroups) || !configuration.serverMetadata().userinfo_endpoint)
    return claims;
  return { ...claims, ...(await fetchUserInfo(configuration, accessToken, claims.sub)) };
}

function reasonOf(error: unknown): IdentityFailure {
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied') return 'cancelled';
  // `fetch` throws a TypeError if the provider cannot be reached.
  return error instanceof TypeError || isTimeout(error) ? 'unreachable' : 'failed';
}
