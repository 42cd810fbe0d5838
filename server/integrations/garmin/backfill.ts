import { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import type { Access } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { garminCall } from './call.ts';

/** The longest period that Garmin accepts in one backfill request, in seconds. */
const longestSeconds = 30 * 86_400;

/** Garmin's limit moves forward while the request is running; this margin, in seconds, allows for that. */
const marginSeconds = 60;

/** How many times to retry with a new limit from Garmin before giving up. */
const mostEdges = 2;

const Refused = z.object({ errorMessage: z.string() });

/** The outcome of a backfill request. */
type BackfillResult = 'coming' | 'askedBefore' | 'notAllowed' | { earliest: Temporal.Instant };

/**
 * Asks Garmin to send the workouts that started between two times. Splits the period into parts of the maximum length,
 * and starts at Garmin's own limit if that is later. Skips parts that were requested before, and does nothing if the
 * person has not allowed access to their history; by default, access is off.
 */
export async function requestBackfill(
  api: string,
  access: Access,
  from: Temporal.Instant,
  until: Temporal.Instant,
): Promise<void> {
  let start = from;
  let edges = 0;
  while (Temporal.Instant.compare(start, until) < 0) {
    const end = earlier(start.add({ seconds: longestSeconds }), until);
    const asked = await ask(api, access, start, end);
    if (asked === 'notAllowed') return;
    if (typeof asked === 'string') start = end;
    else if (++edges > mostEdges) return;
    else start = later(start, asked.earliest).add({ seconds: marginSeconds });
  }
}

/**
 * Asks Garmin to resend a workout and the workouts around it. Throws `refused` if that period was requested before or
 * is too far in the past.
 */
export async function requestBackfillAround(
  api: string,
  access: Access,
  from: Temporal.Instant,
  until: Temporal.Instant,
): Promise<void> {
  const asked = await ask(api, access, from, until);
  if (asked !== 'coming')
    throw new ProviderError(
      'refused',
      `Garmin will not send the workout again: ${typeof asked === 'string' ? asked : 'too long ago'}`,
    );
}

async function ask(
  api: string,
  access: Access,
  from: Temporal.Instant,
  until: Temporal.Instant,
): Promise<BackfillResult> {
  const query = new URLSearchParams({
    summaryStartTimeInSeconds: String(Math.floor(from.epochMilliseconds / 1000)),
    summaryEndTimeInSeconds: String(Math.floor(until.epochMilliseconds / 1000)),
  });
  const expected = [400, 403, 409];
  const { status, body } = await garminCall(access, `${api}/backfill/activities?${query}`, { expected });
  if (status === 403) return 'notAllowed';
  if (status === 409) return 'askedBefore';
  if (status !== 400) return 'coming';
  const [, reported] =
    /before min start time of (\S+)/.exec(Refused.safeParse(body).data?.errorMessage ?? '') ?? [];
  const earliest = instantOf(reported);
  if (!earliest) throw new ProviderError('refused', 'Garmin rejects the date range');
  return { earliest };
}

const earlier = (one: Temporal.Instant, other: Temporal.Instant) =>
  Temporal.Instant.compare(one, other) < 0 ? one : other;

const later = (one: Temporal.Instant, other: Temporal.Instant) =>
  Temporal.Instant.compare(one, other) < 0 ? other : one;

function instantOf(text: string | undefined): Temporal.Instant | undefined {
  try {
    return text === undefined ? undefined : Temporal.Instant.from(text);
  } catch {
    return undefined;
  }
}
