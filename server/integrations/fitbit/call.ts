import { randomInt } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import { callService, type ServiceAnswer, type ServiceCall } from '../providers/provider-call.ts';
import { ProviderError, type ProviderErrorKind } from '../providers/provider-error.ts';
import type { ClientSettings } from '../providers/provider-settings.ts';
import type { FitbitProject } from './project.ts';

/** Google's base addresses, without trailing slashes. */
export interface FitbitAddresses {
  /** The site with the consent page. */
  accounts: string;
  /** The token and revocation endpoints. */
  tokens: string;
  api: string;
  /** The public keys that verify webhook signatures. */
  keyset: string;
}

export type FitbitSettings = ClientSettings & {
  addresses?: Partial<FitbitAddresses>;
  /** If undefined, webhooks are not set up and polls find all workouts. */
  project?: FitbitProject;
};

/**
 * Returns Google's own addresses, or the addresses of a simulator, which has the same base address for all of
 * them. Addresses in the settings take precedence.
 */
export const fitbitAddresses = ({ baseUrl, addresses }: FitbitSettings): FitbitAddresses => ({
  accounts: baseUrl ?? 'https://accounts.google.com',
  tokens: baseUrl ?? 'https://oauth2.googleapis.com',
  api: `${baseUrl ?? 'https://health.googleapis.com'}/v4`,
  keyset: baseUrl
    ? `${baseUrl}/keyset.json`
    : 'https://www.gstatic.com/googlehealthapi/webhooks/webhooks_public_keyset.json',
  ...addresses,
});

/** Google's error responses (google.rpc.Status with an ErrorInfo). */
const Refused = z.object({
  error: z.object({
    status: z.string().catch(''),
    details: z.array(z.object({ reason: z.string().optional().catch(undefined) }).catch({})).catch([]),
  }),
});

const kindsOfReasons: Record<string, ProviderErrorKind> = {
  ACCOUNT_NOT_LINKED: 'account',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'consent',
};

/**
 * The kind of error for a status, if Google gives no reason that we recognise. A 403 then means that our
 * project is not enabled, allowed or verified.
 */
const kindsOfStatuses: Record<number, ProviderErrorKind> = { 401: 'access', 403: 'operator', 429: 'limit' };

/**
 * Calls Google with an access token. Returns the response if its status is 2xx or 404; throws a ProviderError
 * otherwise.
 */
export async function fitbitCall(
  accessToken: string,
  now: Temporal.Instant,
  address: string,
  call: Omit<ServiceCall, 'headers'> = {},
): Promise<ServiceAnswer> {
  const answer = await callService(address, { ...call, headers: { authorization: `Bearer ${accessToken}` } });
  const { status, body } = answer;
  if ((status >= 200 && status < 300) || status === 404) return answer;
  const reported = Refused.safeParse(body).data?.error;
  const reason = reported?.details.map((detail) => detail.reason).find((name) => name !== undefined);
  const kind = kindsOfReasons[reason ?? ''] ?? kindsOfStatuses[status] ?? 'refused';
  const message = `Google responded with ${status} ${reason ?? reported?.status ?? ''}`.trim();
  throw new ProviderError(kind, message, kind === 'limit' ? { retryAt: calmAfter(now) } : {});
}

/**
 * Returns when to retry after too many calls: after a minute and a random delay. Google limits calls per
 * minute, does not say when to retry, and asks clients to spread their retries.
 */
const calmAfter = (now: Temporal.Instant) => now.add({ seconds: 60 + randomInt(30) });
