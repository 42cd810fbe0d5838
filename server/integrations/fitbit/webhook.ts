import { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import { parseJson } from '../providers/exact-json.ts';
import type { WebhookEvent } from '../providers/provider.ts';
import { id } from '../providers/reported-fields.ts';
import { lastSegment, timestamp } from './fields.ts';

/** The only Google data type that we read. */
export const dataType = 'exercise';

/** Each interval is parsed separately, so that an invalid interval does not affect the others. */
const Interval = z.object({ physicalTimeInterval: z.object({ startTime: timestamp, endTime: timestamp }) });
const Message = z.object({
  data: z.object({
    healthUserId: id,
    operation: z.enum(['UPSERT', 'DELETE']),
    dataType: z.literal(dataType).optional(),
    recordId: lastSegment.optional().catch(undefined),
    intervals: z.array(z.unknown()).catch([]),
  }),
});

interface Span {
  from: Temporal.Instant;
  until: Temporal.Instant;
}

/**
 * Google reports the exact start and end of a workout. The margin makes sure that a search for this period finds the
 * workout.
 */
const marginMinutes = 1;

/**
 * Intervals that are closer together than this are read with a single request. The filter that we use to read them adds
 * a day on both sides anyway.
 */
const joinedWithinHours = 24;

/**
 * Parses a webhook body from Google, which is one message or a list; skips invalid parts. A message only says
 * that something changed. Deletions are handled like changes, because Google also reports all workouts as
 * deleted when a consent ends, and those workouts must be kept. We remove a workout only if Google no longer
 * returns it.
 */
export function fitbitEvents(body: string): WebhookEvent[] {
  const received = parseJson(body);
  const spans = new Map<string, Span[]>();
  const others: WebhookEvent[] = [];
  for (const one of Array.isArray(received) ? received : [received]) {
    const message = Message.safeParse(one).data?.data;
    if (!message) continue;
    const { healthUserId: userId, operation, recordId, intervals } = message;
    const ofThis = intervals.flatMap((interval) => spanOf(interval) ?? []);
    if (operation === 'DELETE' && recordId !== undefined)
      others.push({ userId, kind: 'changed', externalId: recordId });
    else if (ofThis.length > 0) {
      const ofOne = spans.get(userId) ?? [];
      for (const span of ofThis) ofOne.push(span);
      spans.set(userId, ofOne);
    } else if (operation === 'DELETE') others.push({ userId, kind: 'revoked' });
  }
  const changed = [...spans].flatMap(([userId, ofOne]) =>
    joined(ofOne).map((span): WebhookEvent => ({ userId, kind: 'changedBetween', ...span })),
  );
  return [...changed, ...others];
}

function spanOf(interval: unknown): Span | undefined {
  const received = Interval.safeParse(interval).data?.physicalTimeInterval;
  if (!received || Temporal.Instant.compare(received.startTime, received.endTime) > 0) return undefined;
  return {
    from: received.startTime.subtract({ minutes: marginMinutes }),
    until: received.endTime.add({ minutes: marginMinutes }),
  };
}

/** Returns the intervals in order, with nearby intervals merged. */
function joined(spans: Span[]): Span[] {
  const parts: Span[] = [];
  for (const span of spans.toSorted((one, other) => Temporal.Instant.compare(one.from, other.from))) {
    const before = parts.at(-1);
    const isNear =
      before && Temporal.Instant.compare(span.from, before.until.add({ hours: joinedWithinHours })) <= 0;
    if (!isNear) parts.push({ ...span });
    else if (Temporal.Instant.compare(span.until, before.until) > 0) before.until = span.until;
  }
  return parts;
}
