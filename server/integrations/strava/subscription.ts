import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { parsedAnswer } from '../providers/parsed-answer.ts';
import type { ProviderMemory } from '../providers/provider.ts';
import { callService } from '../providers/provider-call.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { id } from '../providers/reported-fields.ts';
import { type StravaSettings, stravaAddresses } from './call.ts';

/** The keys of our stored state: our subscription's id, and the token that Strava's verification call must contain. */
export const remembered = { subscription: 'subscription', verifyToken: 'verify-token' } as const;

const Subscriptions = z.array(z.object({ id, callback_url: z.string() }));
const Subscribed = z.object({ id });

/**
 * Makes sure that our app's only subscription at Strava is for this address. Replaces a subscription for another
 * address.
 */
export async function subscribeAt(
  settings: StravaSettings,
  callback: string,
  memory: ProviderMemory,
): Promise<void> {
  const { clientId, clientSecret } = settings;
  const address = `${stravaAddresses(settings).api}/push_subscriptions`;
  const client = { client_id: clientId, client_secret: clientSecret };
  const listed = await callService(`${address}?${new URLSearchParams(client)}`);
  if (listed.status !== 200) throw refused(listed.status);
  for (const subscription of parsedAnswer('Strava', Subscriptions, listed)) {
    if (subscription.callback_url === callback) return memory.set(remembered.subscription, subscription.id);
    const removed = await callService(`${address}/${subscription.id}?${new URLSearchParams(client)}`, {
      method: 'DELETE',
    });
    if (removed.status !== 204) throw refused(removed.status);
  }
  const verifyToken = randomBytes(24).toString('base64url');
  await memory.set(remembered.verifyToken, verifyToken);
  const made = await callService(address, {
    method: 'POST',
    form: { ...client, callback_url: callback, verify_token: verifyToken },
  });
  if (made.status < 200 || made.status > 299) throw refused(made.status);
  await memory.set(remembered.subscription, parsedAnswer('Strava', Subscribed, made).id);
}

const refused = (status: number) =>
  new ProviderError('operator', `Strava: the webhook subscription failed: ${status}`);
