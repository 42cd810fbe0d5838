import * as z from 'zod';
import type { Access } from '../providers/provider.ts';
import { callService, type ServiceAnswer } from '../providers/provider-call.ts';
import { ProviderError, type ProviderErrorKind } from '../providers/provider-error.ts';
import type { ClientSettings } from '../providers/provider-settings.ts';
import { metered } from '../providers/usage-meter.ts';
import { stravaRetryAt, stravaWindows } from './limit.ts';

/** Strava's base addresses, without trailing slashes. */
export interface StravaAddresses {
  /** The site with the consent page, the token endpoint and the activities. */
  site: string;
  api: string;
}

export type StravaSettings = ClientSettings & {
  addresses?: Partial<StravaAddresses>;
  /** The key of the event signatures, if Strava has disclosed it. The key is not in Strava's documentation. */
  signatureKey?: string | undefined;
  /**
   * How many athletes Strava lets this app connect, according to the app's settings page at Strava: one for a
   * new app.
   */
  athletes?: number | undefined;
};

/**
 * Returns Strava's own addresses, or the addresses of a simulator, which has the same base address for all of
 * them. Addresses in the settings take precedence.
 */
export const stravaAddresses = ({ baseUrl, addresses }: StravaSettings): StravaAddresses => ({
  site: baseUrl ?? 'https://www.strava.com',
  api: `${baseUrl ?? 'https://www.strava.com'}/api/v3`,
  ...addresses,
});

const Refused = z.object({
  errors: z.array(z.object({ resource: z.string(), field: z.string(), code: z.string() })).catch([]),
});

/** Calls Strava for a person. Returns the response if its status is 2xx or 404; throws a ProviderError otherwise. */
export async function stravaCall(
  access: Pick<Access, 'accessToken' | 'now' | 'usage'>,
  address: string,
): Promise<ServiceAnswer> {
  const headers = { authorization: `Bearer ${access.accessToken}` };
  const answer = await metered(access, () => callService(address, { headers }), stravaWindows);
  const { status } = answer;
  if ((status >= 200 && status < 300) || status === 404) return answer;
  if (status === 429)
    throw new ProviderError('limit', 'Strava: too many calls', {
      retryAt: stravaRetryAt(answer.headers, access.now),
    });
  throw new ProviderError(kindOf(answer), `Strava responded with ${status}`);
}

/**
 * Returns why Strava refused a call. An invalid token can be renewed; a missing scope requires a new consent.
 */
function kindOf(answer: ServiceAnswer): ProviderErrorKind {
  const errors = errorsOf(answer);
  if (answer.status === 401) return errors.some(({ code }) => code === 'missing') ? 'consent' : 'access';
  // Strava responds with 403 if our app is inactive, which happens if its operator has no Strava subscription.
  return answer.status === 403 ? 'operator' : 'refused';
}

/** Returns the errors in Strava's response. */
export const errorsOf = ({ body }: ServiceAnswer) => Refused.safeParse(body).data?.errors ?? [];
