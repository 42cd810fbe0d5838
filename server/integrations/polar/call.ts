import type { Access } from '../providers/provider.ts';
import { callService, type ServiceAnswer } from '../providers/provider-call.ts';
import { ProviderError } from '../providers/provider-error.ts';
import type { ClientSettings } from '../providers/provider-settings.ts';
import { metered } from '../providers/usage-meter.ts';
import { polarRetryAt, polarWindows } from './limit.ts';

/** Polar's base addresses, without trailing slashes. */
export interface PolarAddresses {
  flow: string;
  tokens: string;
  api: string;
}

export type PolarSettings = ClientSettings & { addresses?: Partial<PolarAddresses> };

/**
 * Returns Polar's own addresses, or the addresses of a simulator, which has the same base address for all of
 * them. Addresses in the settings take precedence.
 */
export const polarAddresses = ({ baseUrl, addresses }: PolarSettings): PolarAddresses => ({
  flow: baseUrl ?? 'https://flow.polar.com',
  tokens: `${baseUrl ?? 'https://polarremote.com'}/v2/oauth2/token`,
  api: `${baseUrl ?? 'https://www.polaraccesslink.com'}/v3`,
  ...addresses,
});

/** Returns the header with which the client authenticates (HTTP Basic). */
export const clientAuthorization = ({ clientId, clientSecret }: PolarSettings) =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

/**
 * Calls Polar. Returns the response if its status is 2xx or in `expected`; throws a ProviderError otherwise. Polar has
 * no refresh tokens, so a rejected token means that the consent was revoked.
 */
export async function polarCall(
  address: string,
  authorization: string,
  meter: Pick<Access, 'now' | 'usage'>,
  more: { method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'; json?: object; expected?: number[] } = {},
): Promise<ServiceAnswer> {
  const { expected = [], ...request } = more;
  const headers = { authorization, accept: 'application/json' };
  const answer = await metered(meter, () => callService(address, { ...request, headers }), polarWindows);
  const { status } = answer;
  if ((status >= 200 && status < 300) || expected.includes(status)) return answer;
  if (status === 429)
    throw new ProviderError('limit', 'Polar: too many calls', {
      retryAt: polarRetryAt(answer.headers, meter.now),
    });
  const isRefusedToUs = status === 401 || status === 403;
  throw new ProviderError(isRefusedToUs ? 'gone' : 'refused', `Polar responded with ${status}`);
}
