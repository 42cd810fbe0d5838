import { Temporal } from 'temporal-polyfill';
import type * as z from 'zod';
import { complaintOf } from '../../../../contract/kit/complaint.ts';
import { earliestDate } from '../../../../contract/kit/fields.ts';
import { ProblemError } from '../../../kit/problem-error.ts';
import type { DaySteps } from '../../source-records/record.ts';
import type { Workout } from '../../source-records/workout.ts';

/** The data that an app reported, converted to the platform's types. */
export interface ReportedData {
  workouts: Workout[];
  days: DaySteps[];
}

/** Parses the property `name` of a known app's data. Throws 422 with the path of each invalid value. */
export function readPart<Schema extends z.ZodType>(
  schema: Schema,
  name: string,
  part: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(part);
  if (parsed.success) return parsed.data;
  const complaints = parsed.error.issues.map((issue) => ({
    propertyPath: [name, ...issue.path].join('.'),
    ...complaintOf(issue),
  }));
  throw new ProblemError(422, 'violations', complaints);
}

/** The range of accepted timestamps. From `end` on, the local year has five digits in some time zones. */
const [first, end] = [`${earliestDate}T00:00Z`, '9999-12-30T00:00Z'].map((text) =>
  Temporal.Instant.from(text),
) as [Temporal.Instant, Temporal.Instant];

/** Returns the error code for a timestamp that cannot belong to a workout, or undefined if the timestamp is valid. */
export function timestampError(moment: Temporal.Instant): string | undefined {
  if (Temporal.Instant.compare(moment, first) < 0) return 'date.tooEarly';
  return Temporal.Instant.compare(moment, end) < 0 ? undefined : 'moment.invalid';
}

/** Returns an id for a workout whose app sends none. Nobody starts the same sport twice at the same time. */
export const idOf = (startedAt: { toString(): string }, sport: string) => `${startedAt} ${sport}`;
