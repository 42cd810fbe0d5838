import { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import type { DaySteps } from '../../source-records/record.ts';
import type { Workout } from '../../source-records/workout.ts';
import { sourceNamed } from '../files/rounded-workout.ts';
import { idOf, type ReportedData, readItems, timestampError } from './reported-data.ts';
import { sportSlug, sportTypeOf } from './sport-type.ts';

/** The sport name for each number of Android's exercise types (`ExerciseSessionRecord.EXERCISE_TYPE_…`). */
const exerciseTypes: Record<number, string> = {
  ...{ 0: 'other', 2: 'badminton', 4: 'baseball', 5: 'basketball', 8: 'cycling', 9: 'cycling' },
  ...{ 10: 'bootcamp', 11: 'boxing', 13: 'calisthenics', 14: 'cricket', 16: 'dancing', 25: 'elliptical' },
  ...{ 26: 'exercise_class', 27: 'fencing', 28: 'football_american', 29: 'football_australian' },
  ...{ 31: 'ultimate_frisbee', 32: 'golf', 33: 'breathwork', 34: 'gymnastics', 35: 'handball', 36: 'hiit' },
  ...{ 37: 'hiking', 38: 'hockey', 39: 'ice_skating', 44: 'martial_arts', 46: 'paddling' },
  ...{ 47: 'paragliding', 48: 'pilates', 50: 'racquetball', 51: 'rock_climbing', 52: 'hockey' },
  ...{ 53: 'rowing', 54: 'rowing', 55: 'rugby', 56: 'running', 57: 'running', 58: 'sailing' },
  ...{ 59: 'scuba_diving', 60: 'skating', 61: 'skiing', 62: 'snowboarding', 63: 'snowshoeing' },
  ...{ 64: 'soccer', 65: 'softball', 66: 'squash', 68: 'stair_climbing', 69: 'stair_climbing' },
  ...{ 70: 'strength_training', 71: 'stretching', 72: 'surfing', 73: 'swimming', 74: 'swimming' },
  ...{ 75: 'table_tennis', 76: 'tennis', 78: 'volleyball', 79: 'walking', 80: 'water_polo' },
  ...{ 81: 'weightlifting', 82: 'wheelchair', 83: 'yoga' },
};

const moment = z.string('moment.invalid').transform((text, context) => {
  try {
    const at = Temporal.Instant.from(text);
    const complaint = timestampError(at);
    if (!complaint) return at;
    context.addIssue({ code: 'custom', message: complaint });
  } catch {
    context.addIssue({ code: 'custom', message: 'moment.invalid' });
  }
  return z.NEVER;
});
const amount = z.number('number.invalid').nonnegative('number.outOfRange').nullish();
const optionalText = z.string().max(200).nullish().catch(null);

const Metadata = z.object({
  id: optionalText,
  data_origin: optionalText,
  start_zone_offset_seconds: z.int().min(-50_400).max(50_400).nullish().catch(null),
  device: z.object({ manufacturer: optionalText, model: optionalText }).nullish().catch(null),
});
const Exercise = z.object({
  type: z.union([z.string().min(1).max(60), z.int().transform(String)]),
  title: optionalText,
  start_time: moment,
  end_time: moment,
  distance_meters: amount,
  steps: amount,
  metadata: Metadata.nullish().catch(null),
});
const Steps = z.object({ count: z.number('number.invalid'), start_time: moment });

/**
 * Reads the format in which the app HC Webhook sends data from Android's Health Connect. Timestamps are in
 * UTC. `timeZone` is the person's time zone, which is used for values without a zone offset. Ignores step
 * counts that do not start at midnight, and refuses the list if no step count starts at midnight.
 */
export function readHealthConnect(exercise: unknown[], steps: unknown[], timeZone: string): ReportedData {
  const { items: counts, refused } = readItems(Steps, 'steps', steps, 'start_time', (one) => one);
  const days = counts.flatMap(({ count, start_time }): DaySteps[] => {
    const local = start_time.toZonedDateTimeISO(timeZone);
    const isWholeDay = local.startOfDay().epochMilliseconds === local.epochMilliseconds;
    return isWholeDay ? [{ day: local.toPlainDate(), steps: count }] : [];
  });
  const isNotByDay = counts.length > 0 && days.length === 0;
  const notByDay = { name: null, complaints: [{ propertyPath: 'steps', key: 'ingest.notByDay' }] };
  return {
    workouts: readItems(Exercise, 'exercise', exercise, 'start_time', (one) => toWorkout(one, timeZone)),
    days: { items: days, refused: isNotByDay ? [...refused, notByDay] : refused },
  };
}

function toWorkout(received: z.output<typeof Exercise>, timeZone: string): Workout {
  const sport = exerciseTypes[Number(received.type)] ?? received.type;
  const { start_time: startedAt, metadata } = received;
  const offset =
    metadata?.start_zone_offset_seconds ??
    startedAt.toZonedDateTimeISO(timeZone).offsetNanoseconds / 1_000_000_000;
  const device = [metadata?.device?.manufacturer, metadata?.device?.model].filter(Boolean).join(' ');
  return {
    externalId: metadata?.id || idOf(startedAt, sportSlug(sport)),
    startedAt,
    utcOffsetMinutes: Math.round(offset / 60),
    elapsedSeconds: Math.max(0, startedAt.until(received.end_time).total('seconds')),
    movingSeconds: null,
    metres: received.distance_meters ?? null,
    steps: received.steps ?? null,
    sportType: sportTypeOf(sport),
    sportLabel: sport,
    name: received.title ?? null,
    device: device || null,
    isManual: false,
    viewUrl: null,
    cameFrom: sourceNamed(metadata?.data_origin ?? ''),
  };
}
