import { Temporal } from 'temporal-polyfill';
import type { SentDay, SentWorkout } from '../../../../contract/ingest.ts';
import type { DaySteps } from '../../source-records/record.ts';
import type { Workout } from '../../source-records/workout.ts';
import { idOf } from './reported-data.ts';
import { sportSlug, sportTypeOf } from './sport-type.ts';

/** Converts a workout in the documented format. */
export function sentWorkout(sent: SentWorkout): Workout {
  const startedAt = Temporal.Instant.from(sent.startedAt);
  const untilEnd = sent.endedAt === undefined ? 0 : startedAt.until(sent.endedAt).total('seconds');
  return {
    externalId: sent.externalId || idOf(startedAt, sportSlug(sent.sport)),
    startedAt,
    utcOffsetMinutes: offsetOf(sent.startedAt),
    elapsedSeconds: sent.elapsedSeconds ?? untilEnd,
    movingSeconds: sent.movingSeconds ?? null,
    metres: sent.metres ?? (sent.kilometers === undefined ? null : Math.round(sent.kilometers * 1000)),
    steps: sent.steps ?? null,
    sportType: sportTypeOf(sent.sport),
    sportLabel: sent.sport,
    name: sent.name || null,
    device: sent.device || null,
    isManual: false,
    viewUrl: null,
    cameFrom: null,
  };
}

/** Returns a timestamp's offset from UTC, in minutes. */
const offsetOf = (moment: string) => {
  const [, sign, hours, minutes] = moment.match(/([+-])(\d\d):(\d\d)$/) ?? [];
  return sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) : 0;
};

/** Converts a day's steps in the documented format. */
export const sentDay = ({ date, steps }: SentDay): DaySteps => ({
  day: Temporal.PlainDate.from(date),
  steps,
});
