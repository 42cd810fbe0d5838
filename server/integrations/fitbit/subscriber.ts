import { randomBytes } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import type { ProviderMemory } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { type FitbitSettings, fitbitAddresses, fitbitCall } from './call.ts';
import { projectToken } from './project.ts';
import { dataType } from './webhook.ts';

/** The key under which we store our secret. Google sends the secret in the `Authorization` header of webhook calls. */
export const remembered = { secret: 'secret' } as const;

/** The id of our webhook subscriber in the Google project. */
const subscriberId = 'company-challenge';

/**
 * Makes Google send webhook events to this address, with a known secret, for everybody who has given consent. Sends the
 * full definition each time, so that Google verifies the address again and reactivates a subscriber that it had
 * switched off. Does nothing without a project. Throws `operator` if Google cannot reach the address or if the service
 * account lacks permission.
 */
export async function subscribeAt(
  settings: FitbitSettings,
  callback: string,
  memory: ProviderMemory,
  now: Temporal.Instant,
): Promise<void> {
  const { project } = settings;
  if (!project) return;
  const { tokens, api } = fitbitAddresses(settings);
  const secret = (await memory.get(remembered.secret)) ?? `Bearer ${randomBytes(32).toString('base64url')}`;
  // Store the secret before the call: Google verifies the address with this secret before it responds.
  await memory.set(remembered.secret, secret);
  const subscriber = {
    endpointUri: callback,
    subscriberConfigs: [{ dataTypes: [dataType], subscriptionCreatePolicy: 'AUTOMATIC' }],
    endpointAuthorization: { secret },
  };
  const accessToken = await projectToken(project, tokens, now);
  const address = `${api}/projects/${project.number}/subscribers`;
  const call = (method: 'PATCH' | 'POST', path: string) =>
    fitbitCall(accessToken, now, `${address}${path}`, { method, json: subscriber }).catch((error) => {
      if (!(error instanceof ProviderError) || ['down', 'limit'].includes(error.kind)) throw error;
      throw new ProviderError('operator', `Google: the subscriber could not be created: ${error.message}`, {
        cause: error,
      });
    });
  const mask = Object.keys(subscriber).join(',');
  const changed = await call('PATCH', `/${subscriberId}?${new URLSearchParams({ updateMask: mask })}`);
  if (changed.status !== 404) return;
  const made = await call('POST', `?${new URLSearchParams({ subscriberId })}`);
  if (made.status === 404) throw new ProviderError('operator', 'Google: no such project');
}
