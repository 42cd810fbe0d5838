import type { Access } from '../providers/provider.ts';
import { callService, type ServiceAnswer } from '../providers/provider-call.ts';
import { ProviderError, type ProviderErrorKind } from '../providers/provider-error.ts';
import type { ClientSettings } from '../providers/provider-settings.ts';

/** Garmin's base addresses, without trailing slashes. */
export interface GarminAddresses {
  /** Garmin's site, with the consent page and the activities. */
  connect: string;
  tokens: string;
  /** Ends with the first part of the path, before `user` or `activities`, which differs between clients. */
  api: string;
}

export type GarminSettings = ClientSettings & { addresses?: Partial<GarminAddresses> };

/**
 * Returns Garmin's own addresses, or the addresses of a simulator, which has the same base address for all of
 * them. Addresses in the settings take precedence.
 */
export const garminAddresses = ({ baseUrl, addresses }: GarminSettings): GarminAddresses => ({
  connect: baseUrl ?? 'https://connect.garmin.com',
  tokens: `${baseUrl ?? 'https://diauth.garmin.com'}/di-oauth2-service/oauth/token`,
  api: `${baseUrl ?? 'https://apis.garmin.com'}/wellness-api/rest`,
  ...addresses,
});

/** Garmin limits calls per minute, and does not say when the next minute begins. */
const limitSeconds = 60;

const kinds: Record<number, ProviderErrorKind> = { 401: 'access', 412: 'consent', 429: 'limit' };

/**
 * Calls Garmin for a person. Returns the response if its status is 2xx or in `expected`; throws a ProviderError
 * otherwise.
 */
export async function garminCall(
  { accessToken, now }: Pick<Access, 'accessToken' | 'now'>,
  address: string,
  { method = 'GET', expected = [] }: { method?: 'GET' | 'DELETE'; expected?: number[] } = {},
): Promise<ServiceAnswer> {
  const answer = await callService(address, { method, headers: { authorization: `Bearer ${accessToken}` } });
  const { status } = answer;
  if ((status >= 200 && status < 300) || expected.includes(status)) return answer;
  const retryAt = status === 429 ? { retryAt: now.add({ seconds: limitSeconds }) } : {};
  throw new ProviderError(kinds[status] ?? 'refused', `Garmin responded with ${status}`, retryAt);
}
