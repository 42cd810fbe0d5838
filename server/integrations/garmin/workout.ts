import { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import type { Workout } from '../../activities/source-records/workout.ts';
import { amount, epochSeconds, id, offsetSeconds, text } from '../providers/reported-fields.ts';

/** The fields of a Garmin activity that we use. Positions and health data are left out. */
const ActivitySummary = z
  .object({
    summaryId: z.optional(id),
    activityId: z.optional(id),
    activityName: text,
    activityType: text.pipe(z.string()),
    startTimeInSeconds: epochSeconds,
    startTimeOffsetInSeconds: offsetSeconds,
    durationInSeconds: z.number().nonnegative(),
    distanceInMeters: amount,
    steps: amount,
    deviceName: text,
    manual: z.boolean().nullish().catch(null),
    /** True for the summary of a multisport workout, whose parts are sent as separate activities. */
    isParent: z.boolean().nullish().catch(null),
  })
  .refine(({ summaryId, activityId }) => summaryId ?? activityId);

/**
 * Converts a Garmin activity to a workout. Returns undefined for an unknown format, and for the summary of a multisport
 * workout, because its parts count instead.
 */
export function garminWorkout(received: unknown, connectAddress: string): Workout | undefined {
  const { data: activity } = ActivitySummary.safeParse(received);
  if (!activity || activity.isParent) return undefined;
  const { activityId, summaryId } = activity;
  return {
    externalId: activityId ?? summaryId ?? '',
    startedAt: Temporal.Instant.fromEpochMilliseconds(Math.round(activity.startTimeInSeconds) * 1000),
    utcOffsetMinutes: Math.round(activity.startTimeOffsetInSeconds / 60),
    elapsedSeconds: Math.round(activity.durationInSeconds),
    movingSeconds: null,
    metres: activity.distanceInMeters,
    steps: activity.steps,
    sportType: activity.activityType,
    name: activity.activityName,
    device: activity.deviceName,
    isManual: activity.manual ?? false,
    viewUrl: activityId ? `${connectAddress}/app/activity/${encodeURIComponent(activityId)}` : null,
    cameFrom: null,
  };
}
