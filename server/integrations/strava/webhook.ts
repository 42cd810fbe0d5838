import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '../providers/exact-json.ts';
import type { ProviderMemory, WebhookAnswer, WebhookEvent, WebhookRequest } from '../providers/provider.ts';
import { id } from '../providers/reported-fields.ts';
import { isSameSecret } from '../providers/same-secret.ts';
import { remembered } from './subscription.ts';

const Event = z.object({
  object_type: z.enum(['activity', 'athlete']),
  object_id: id,
  aspect_type: z.enum(['create', 'update', 'delete']),
  owner_id: id,
  subscription_id: id,
  updates: z.record(z.string(), z.unknown()).catch({}),
});

/**
 * Responds to requests at Strava's webhook address: to Strava's challenge when a subscription is created, and
 * to the events of our subscription. An event is only a hint: the workout is read from Strava. The signature
 * is checked only if the key is known.
 */
export async function stravaWebhookAnswer(
  { method, headers, query, body }: WebhookRequest,
  memory: ProviderMemory,
  signatureKey: string | undefined,
): Promise<WebhookAnswer> {
  if (method === 'GET') {
    const expected = await memory.get(remembered.verifyToken);
    const challenge = query.get('hub.challenge');
    const isAsked = expected && isSameSecret(query.get('hub.verify_token') ?? '', expected);
    return isAsked && challenge
      ? { status: 200, answer: { 'hub.challenge': challenge }, store: false }
      : { status: 403, store: false };
  }
  if (signatureKey !== undefined && !isSigned(headers['x-strava-signature'], body, signatureKey))
    return { status: 401, store: false };
  const event = Event.safeParse(parseJson(body.toString('utf8'))).data;
  const ours = await memory.get(remembered.subscription);
  // Events of other subscriptions get a 200 too, because Strava would otherwise repeat them.
  return { status: 200, store: event !== undefined && event.subscription_id === ours };
}

/** Returns the event in a webhook body; an empty list if its format is unknown. */
export function stravaEvents(body: string): WebhookEvent[] {
  const event = Event.safeParse(parseJson(body)).data;
  if (!event) return [];
  const { object_type, object_id, aspect_type, owner_id: userId, updates } = event;
  if (object_type === 'athlete')
    return aspect_type === 'delete' || String(updates.authorized) === 'false'
      ? [{ userId, kind: 'revoked' }]
      : [];
  // A deletion is also just a hint: we remove an activity only if Strava no longer returns it.
  return [{ userId, kind: 'changed', externalId: object_id }];
}

/**
 * Checks a signature header of the form `t=<seconds>,v1=<hex>`. The signature is an HMAC of the time, a full
 * stop and the raw body.
 */
function isSigned(header: string | string[] | undefined, body: Buffer, key: string): boolean {
  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(String(header)) ?? [];
  const expected = createHmac('sha256', key).update(`${time}.`).update(body).digest('hex');
  return isSameSecret(signature, expected);
}
