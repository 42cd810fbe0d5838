import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import { parseJson } from '../providers/exact-json.ts';
import type { ProviderMemory, WebhookAnswer, WebhookRequest } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { isSameSecret } from '../providers/same-secret.ts';
import type { FitbitKeyset } from './keyset.ts';
import { remembered } from './subscriber.ts';

/**
 * A verification call. Before Google sends any events, it makes two verification calls: one with our secret
 * and one without.
 */
const Verification = z.object({ type: z.literal('verification') });

/** The maximum length of a verification call, in bytes. */
const longestQuestion = 1000;

/** The signature header, and its former name. */
const signatureHeaders = ['google-health-api-signature', 'x-healthapi-signature'];

/**
 * Accepts webhook calls that contain our secret and Google's signature. If Google's keys cannot be fetched, the call is
 * rejected; Google retries for seven days.
 */
export async function fitbitWebhookAnswer(
  { method, headers, body }: WebhookRequest,
  keyset: FitbitKeyset,
  memory: ProviderMemory,
  now: Temporal.Instant,
): Promise<WebhookAnswer> {
  if (method !== 'POST') return { status: 405, store: false };
  const secret = await memory.get(remembered.secret);
  const forged = { status: 401, store: false };
  if (secret === undefined || !isSameSecret(headers.authorization, secret)) return forged;
  const isQuestion =
    body.length <= longestQuestion && Verification.safeParse(parseJson(body.toString('utf8'))).success;
  if (isQuestion) return { status: 200, store: false };
  const signature = signatureHeaders.map((name) => headers[name]).find((value) => value !== undefined);
  try {
    const isGenuine = await keyset.hasSigned(body, signature, now);
    return isGenuine ? { status: 204, store: true } : forged;
  } catch (error) {
    if (error instanceof ProviderError) return { status: 503, store: false };
    throw error;
  }
}
