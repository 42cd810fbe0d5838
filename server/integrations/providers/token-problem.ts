import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import type { ServiceAnswer } from './provider-call.ts';
import { ProviderError } from './provider-error.ts';

/** An error response of an OAuth 2.0 token endpoint (RFC 6749, section 5.2). */
const OAuthError = z.object({ error: z.string().regex(/^[a-z_]{1,40}$/) });

/**
 * How long to wait, in seconds, if a service limits token requests. Services do not say when to retry a token
 * request.
 */
const limitSeconds = 60;

/**
 * Classifies the reason why a service issued no tokens: `refused` if the code or refresh token is invalid, `operator`
 * if the service does not accept our client or request, `limit` if there were too many requests, and `down` if the
 * response is not valid OAuth.
 */
export function tokenProblem(
  service: string,
  { status, body }: Pick<ServiceAnswer, 'status' | 'body'>,
  now: Temporal.Instant,
): ProviderError {
  const problem = OAuthError.safeParse(body).data?.error;
  const message = `${service} issued no tokens: ${problem ?? status}`;
  if (status === 429)
    return new ProviderError('limit', message, { retryAt: now.add({ seconds: limitSeconds }) });
  if (!problem) return new ProviderError('down', message);
  return new ProviderError(problem === 'invalid_grant' ? 'refused' : 'operator', message);
}
