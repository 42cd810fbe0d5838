import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { ProviderMemory, WebhookAnswer, WebhookEvent, WebhookRequest } from '../providers/provider.ts';
import { id } from '../providers/reported-fields.ts';
import { isSameSecret } from '../providers/same-secret.ts';

/** The stored state: the id of Polar's webhook, and its secret, which Polar shows only when the webhook is created. */
const Kept = z.object({ id, secret: z.string() });
export type KeptWebhook = z.infer<typeof Kept>;

const memoryKey = 'webhook';

/** Returns the webhook whose secret we know; undefined if there is none. */
export async function keptWebhook(memory: ProviderMemory): Promise<KeptWebhook | undefined> {
  const text = await memory.get(memoryKey);
  return text === undefined ? undefined : Kept.parse(JSON.parse(text));
}

export const keepWebhook = (memory: ProviderMemory, webhook: KeptWebhook): Promise<void> =>
  memory.set(memoryKey, JSON.stringify(webhook));

/** Computes Polar's signature of a body: an HMAC of its exact bytes with the webhook's secret. */
export const polarSignature = (secret: string, body: Buffer): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/**
 * Responds to a webhook call. Polar sends a PING when a webhook is created, before we know the secret, so we accept a
 * PING without checking its signature; a PING has no effect.
 */
export async function polarWebhookAnswer(
  { method, headers, body }: WebhookRequest,
  memory: ProviderMemory,
): Promise<WebhookAnswer> {
  if (method !== 'POST') return { status: 405, store: false };
  if (headers['polar-webhook-event'] === 'PING') return { status: 200, store: false };
  const webhook = await keptWebhook(memory);
  // Polar may send an event before the secret is stored, and should then retry. Polls find workouts whose
  // events are lost.
  if (!webhook) return { status: 503, store: false };
  return isSameSecret(headers['polar-webhook-signature'], polarSignature(webhook.secret, body))
    ? { status: 200, store: true }
    : { status: 401, store: false };
}

const ExerciseEvent = z.object({ event: z.literal('EXERCISE'), user_id: id, entity_id: id });

/** Parses a webhook body from Polar. Ignores the exercise's address, because we build the address from the id. */
export function polarEvents(body: unknown): WebhookEvent[] {
  return (Array.isArray(body) ? body : [body]).flatMap((received): WebhookEvent[] => {
    const { data } = ExerciseEvent.safeParse(received);
    return data ? [{ userId: data.user_id, kind: 'changed', externalId: data.entity_id }] : [];
  });
}
