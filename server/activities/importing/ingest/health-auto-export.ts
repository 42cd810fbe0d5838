import { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import type { DaySteps } from '../../source-records/record.ts';
import type { Workout } from '../../source-records/workout.ts';
import { idOf, mergeItems, type ReportedData, readItems, timestampError } from './reported-data.ts';
import { sportSlug, sportTypeOf } from './sport-type.ts';

/** The length in metres of each distance unit that people can choose in Health Auto Export. */
const metresIn: Record<string, number> = { km: 1000, m: 1, mi: 1609.344, yd: 0.9144, ft: 0.3048 };

/**
 * A timestamp from the app, for example `2026-11-20 06:30:00 +0100`. Some phones with a twelve-hour clock send
 * `2026-11-20 6:30:00 AM +0100` instead.
 */
const moment = z.string('moment.invalid').transform((text, context) => {
  const [, day, hour, rest, half, zone] =
    text.match(/^(\d{4}-\d\d-\d\d)[ T](\d{1,2})(:\d\d:\d\d)(?:\.\d+)?\s*([AP]M)?\s*([+-]\d\d:?\d\d|Z)$/i) ??
    [];
  const hours = (Number(hour) % (half ? 12 : 24)) + (half?.toUpperCase() === 'PM' ? 12 : 0);
  const iso = `${day}T${String(hours).padStart(2, '0')}${rest}${zone}`;
  try {
    const at = Temporal.Instant.from(iso);
    const complaint = timestampError(at);
    if (complaint) {
      context.addIssue({ code: 'custom', message: complaint });
      return z.NEVER;
    }
    const local = Temporal.PlainDateTime.from(iso.replace(/(Z|[+-]\d\d:?\d\d)$/i, ''));
    const utcOffsetMinutes = at.toZonedDateTimeISO('UTC').toPlainDateTime().until(local).total('minutes');
    // No time zone is more than 14 hours from UTC.
    if (Math.abs(utcOffsetMinutes) <= 14 * 60) return { at, utcOffsetMinutes, day: local.toPlainDate() };
    context.addIssue({ code: 'custom', message: 'moment.invalid' });
    return z.NEVER;
  } catch {
    context.addIssue({ code: 'custom', message: 'moment.invalid' });
    return z.NEVER;
  }
});

const quantity = z.object({ qty: z.number('number.invalid'), units: z.string().optional() });
/** Version 1 of the format has a total, version 2 a list of samples. */
const quantities = z
  .union([quantity.transform((one) => [one]), z.array(quantity)])
  .nullish()
  .transform((value) => value ?? []);

const ReceivedWorkout = z.object({
  id: z.string().max(200, 'value.tooLong').optional(),
  name: z.string('value.required').min(1, 'value.required').max(200, 'value.tooLong'),
  start: moment,
  end: moment,
  duration: z.number().nonnegative('number.outOfRange').nullish(),
  distance: quantities,
  walkingAndRunningDistance: quantities,
  cyclingDistance: quantities,
  swimDistance: quantities,
  stepCount: quantities,
});

const Steps = z.object({ date: moment, qty: z.number('number.invalid').nonnegative('number.outOfRange') });
const Export = z.object({
  workouts: z.array(z.unknown()).catch([]),
  metrics: z
    .array(
      z
        .object({ name: z.string(), data: z.array(z.unknown()) })
        .nullable()
        .catch(null),
    )
    .catch([]),
});

/** Reads workouts and daily steps in the REST API format of the app Health Auto Export, versions 1 and 2. */
export function readHealthAutoExport(data: unknown): ReportedData {
  const { workouts, metrics } = Export.parse(data);
  const samples = mergeItems(
    ...metrics.map((metric, place) =>
      metric?.name === 'step_count'
        ? readItems(Steps, `data.metrics.${place}.data`, metric.data, 'date', (sample) => sample)
        : { items: [], refused: [] },
    ),
  );
  const days = new Map<string, DaySteps>();
  for (const { date, qty } of samples.items) {
    const steps = (days.get(date.day.toString())?.steps ?? 0) + qty;
    days.set(date.day.toString(), { day: date.day, steps });
  }
  return {
    workouts: readItems(ReceivedWorkout, 'data.workouts', workouts, 'id', toWorkout),
    days: { items: [...days.values()], refused: samples.refused },
  };
}

function toWorkout(received: z.output<typeof ReceivedWorkout>): Workout {
  const elapsed = received.start.at.until(received.end.at).total('seconds');
  const distances = [
    received.distance,
    received.walkingAndRunningDistance,
    received.cyclingDistance,
    received.swimDistance,
  ];
  const distance = distances.find((one) => one.length > 0) ?? [];
  return {
    externalId: received.id || idOf(received.start.at, sportSlug(received.name)),
    startedAt: received.start.at,
    utcOffsetMinutes: received.start.utcOffsetMinutes,
    elapsedSeconds: elapsed > 0 ? elapsed : (received.duration ?? 0),
    movingSeconds: elapsed > 0 && received.duration && received.duration < elapsed ? received.duration : null,
    metres: sum(distance.map(({ qty, units }) => qty * (metresIn[units ?? 'km'] ?? 0))),
    steps: sum(received.stepCount.map(({ qty }) => qty)),
    sportType: sportTypeOf(received.name),
    sportLabel: received.name,
    name: null,
    device: null,
    isManual: false,
    viewUrl: null,
    cameFrom: null,
  };
}

const sum = (values: number[]) =>
  values.length === 0 ? null : Math.round(values.reduce((total, value) => total + value, 0));
