import type * as z from 'zod';
import { ProblemError } from '../../kit/problem-error.ts';
import type { DaySteps } from '../record.ts';
import type { Workout } from '../workout.ts';

/** What an app has told, in the words of this platform. */
export interface Told {
  workouts: Workout[];
  days: DaySteps[];
}

/** Reads what a known app sends in its part `name`. Throws 422 that names each place where it is wrong. */
export function readPart<Schema extends z.ZodType>(
  schema: Schema,
  name: string,
  part: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(part);
  if (parsed.success) return parsed.data;
  const complaints = parsed.error.issues.map(({ path, message }) => ({
    propertyPath: [name, ...path].join('.'),
    key: /^\w+\.\w+$/.test(message) ? message : 'value.invalid',
  }));
  throw new ProblemError(422, 'violations', complaints);
}

/** The id of a workout whose app gives it none: nobody starts twice at the same moment. */
export const idOf = (startedAt: { toString(): string }, sport: string) => `${startedAt} ${sport}`;
