import type { FastifyRequest } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import { failureParameter } from '../../../contract/identities.ts';
import type { Language } from '../../../contract/kit/fields.ts';
import { enrolmentScreen, stepScreen } from '../../../contract/second-factor.ts';
import type { Context } from '../../context.ts';
import { visitOf } from '../../kit/client-info.ts';
import { notFound } from '../../kit/problem-error.ts';
import { logSecurityEvent } from '../../management/security-log/security-log.ts';
import { startLanguage } from '../../platform/settings/config.ts';
import { rememberLanguage } from '../../platform/settings/remembered-language.ts';
import { signInOrRequireCode } from '../second-factor/second-step.ts';
import { isSignedIn, shortenAnonymousSession } from '../sessions/session.ts';
import type { SignedIn } from '../sessions/signed-in.ts';
import { type AuthorizationState, isState } from './authorization.ts';
import { applyGrants } from './groups/apply-grants.ts';
import type { Identity } from './identity.ts';
import { IdentityError } from './identity-error.ts';
import type { PendingIdentity } from './pending-identity.ts';
import { withQueryParam } from './return-path.ts';

declare module 'fastify' {
  interface Session {
    /** The pending sign-in of a browser. */
    journey?: AuthorizationState | undefined;
    waitingIdentity?: PendingIdentity | undefined;
  }
}

/** Stores the state of a pending sign-in in the session, and returns the address to send the browser to. */
export function saveState(
  request: FastifyRequest,
  { authorization, address }: { authorization: AuthorizationState; address: string },
): string {
  shortenAnonymousSession(request);
  request.session.journey = authorization;
  return address;
}

/**
 * Returns the pending sign-in of a browser that comes back from the identity provider, and removes it, so
 * that it can be used only once.
 */
export function consumeState(
  request: FastifyRequest,
  key: string,
  query: URLSearchParams,
  now: Temporal.Instant,
): AuthorizationState | undefined {
  const { journey: authorization } = request.session;
  if (!isState(authorization, key, query, now)) return undefined;
  request.session.journey = undefined;
  return authorization;
}

/**
 * Returns where to redirect a browser that has no pending sign-in, because its user went back a page,
 * returned too late, or followed a forged address.
 */
export function missingStateRedirect({ iris, request }: Context): string {
  return isSignedIn(request) ? iris.of('/') : withQueryParam(iris.of('/'), failureParameter, 'expired');
}

/** Returns the pending identity of a session. Throws 404 if the session has none, or it has expired. */
export function pendingIdentityOf({ request, now }: Context): PendingIdentity {
  const { waitingIdentity: pending } = request.session;
  if (!pending || now.epochMilliseconds > Date.parse(pending.until)) throw notFound();
  return pending;
}

/**
 * Applies the role and team that a person's groups give, signs the person in, and sets their language. Returns the next
 * page: the requested page, unless the person must first enter a two-factor code or set up two-factor authentication.
 */
export async function signInOrRequireStep(
  context: Context,
  identity: Identity,
  person: SignedIn,
  method: 'password' | 'provider',
  returnTo: string,
): Promise<{ language: Language; returnTo: string }> {
  const { db, iris, reply } = context;
  await applyGrants(context, identity, person.id);
  const next = await signInOrRequireCode(context, person, method, returnTo);
  const language = await startLanguage(db, person.language);
  rememberLanguage(reply, iris, language);
  return { language, returnTo: next ? iris.of(next === 'code' ? stepScreen : enrolmentScreen) : returnTo };
}

/**
 * Redirects the browser to the next page. After a failed sign-in, redirects to the page where the sign-in started, with
 * the reason as a query parameter.
 */
export async function redirectAfterCallback(
  context: Context,
  returnTo: string,
  next: () => Promise<string>,
): Promise<void> {
  const { reply } = context;
  reply.header('cache-control', 'private, no-store');
  try {
    reply.redirect(await next());
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    await logFailure(context, error);
    reply.redirect(withQueryParam(returnTo, failureParameter, error.reason));
  }
}

/**
 * Logs a failed sign-in for the operator, and records it in the security log. A cancelled sign-in is neither
 * logged nor recorded. If the provider could not be reached, the failure is logged but not recorded.
 */
export async function logFailure({ db, request, now }: Context, error: IdentityError): Promise<void> {
  const { reason, personId, isLogged, cause, message } = error;
  if (isLogged) return;
  if (cause !== undefined && reason !== 'cancelled') request.log.warn({ err: cause }, message);
  if (reason === 'cancelled' || reason === 'unreachable') return;
  const detail = reason === 'deactivated' ? 'deactivated' : 'provider';
  await logSecurityEvent(db, { kind: 'sign-in-failed', detail, personId }, visitOf(request), now);
}
