import { Temporal } from 'temporal-polyfill';
import type * as z from 'zod';
import { complaintOf } from '../../../../contract/kit/complaint.ts';
import { earliestDate } from '../../../../contract/kit/fields.ts';
import { ProblemError } from '../../../kit/problem-error.ts';
import type { DaySteps } from '../../source-records/record.ts';
import type { Workout } from '../../source-records/workout.ts';

/** Data reported by an app, in the platform's terms. */
export interface ReportedData {
  workouts: Workout[];
  days: DaySteps[];
}

/** Parses the part `name` of a known app's data. Throws 422 with each invalid path. */
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

/** The first accepted timestamp, and the first that is outside the four-digit years in some time zone. */
const [first, end] = [`${earliestDate}T00:00Z`, '9999-12-30T00:00Z'].map((text) =>
  Temporal.Instant.from(text),
) as [Temporal.Instant, Temporal.Instant];

/** Why a timestamp cannot belong to a workout; undefined if it can. */
export function timestampError(moment: Temporal.Instant): string | undefined {
  if (Temporal.Instant.compare(moment, first) < 0) return 'date.tooEarly';
  return Temporal.Instant.compare(moment, end) < 0 ? undefined : 'moment.invalid';
}

/** The id of a workout whose app sends none: nobody starts two of a sport at the same moment. */
export const idOf = (startedAt: { toString(): string }, sport: string) => `${startedAt} ${sport}`;
