import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import type { ServiceAnswer } from './provider-call.ts';
import { ProviderError } from './provider-error.ts';

/** OAuth 2.0's error answers of the token endpoint (RFC 6749, 5.2). */
const OAuthError = z.object({ error: z.string().regex(/^[a-z_]{1,40}$/) });

/** How long to wait, in seconds, when a service rate-limits token calls, as it does not say so itself. */
const limitSeconds = 60;

/**
 * Why a service returns no tokens: `refused` if the code or refresh token is invalid, `operator` if it does not accept
 * this client or its request, `limit`, and `down` if the answer is not valid OAuth.
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
