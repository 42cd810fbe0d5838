import { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import type { Source } from '../../../contract/activities.ts';
import type { Workout } from '../../activities/source-records/workout.ts';
import { amount, id, isWithinYears, offsetSeconds, text } from '../providers/reported-fields.ts';

/**
 * The fields of a Strava activity that we use. Positions are left out, and so is `start_date_local`, which wrongly ends
 * in Z.
 */
const Activity = z.object({
  id,
  sport_type: z.string().trim().min(1),
  start_date: z.string(),
  utc_offset: offsetSeconds.catch(0),
  elapsed_time: z.number().nonnegative(),
  moving_time: amount,
  distance: amount,
  name: text,
  device_name: text,
  external_id: text,
  manual: z.boolean().nullish().catch(null),
});

/** Converts a Strava activity to a workout; undefined if the format is unknown. */
export function stravaWorkout(received: unknown, site: string): Workout | undefined {
  const { data: activity } = Activity.safeParse(received);
  const startedAt = activity && instantOf(activity.start_date);
  if (!activity || !startedAt || !isWithinYears(startedAt)) return undefined;
  return {
    externalId: activity.id,
    startedAt,
    utcOffsetMinutes: Math.round(activity.utc_offset / 60),
    elapsedSeconds: Math.round(activity.elapsed_time),
    movingSeconds: activity.moving_time,
    // Strava sends 0 if there is no distance, for example in manual entries.
    metres: activity.distance || null,
    // Strava does not report steps.
    steps: null,
    sportType: activity.sport_type,
    name: activity.name,
    device: activity.device_name,
    isManual: activity.manual ?? false,
    viewUrl: `${site}/activities/${encodeURIComponent(activity.id)}`,
    cameFrom: cameFrom(activity.external_id, activity.device_name),
  };
}

function instantOf(text: string): Temporal.Instant | undefined {
  try {
    return Temporal.Instant.from(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the service that uploaded an activity. Uploads from Garmin have an id that starts with `garmin_`, and device
 * names start with the manufacturer.
 */
function cameFrom(externalId: string | null, device: string | null): Source | null {
  if (externalId?.startsWith('garmin_') || device?.startsWith('Garmin')) return 'Garmin';
  if (device?.startsWith('Polar')) return 'Polar';
  if (device?.startsWith('Fitbit')) return 'Fitbit';
  return null;
}
