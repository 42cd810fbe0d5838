import { Temporal } from 'temporal-polyfill';
import type { $ZodType } from 'zod/v4/core';
import { safeParse } from 'zod/v4/core';
import { complaintOf } from '../../../../contract/kit/complaint.ts';
import { earliestDate } from '../../../../contract/kit/fields.ts';
import { type Complaint, ProblemError } from '../../../kit/problem-error.ts';
import { refuseUnstorable } from '../../../kit/storable-text.ts';
import type { DaySteps } from '../../source-records/record.ts';
import type { Workout } from '../../source-records/workout.ts';

/** An item that cannot be stored. */
export interface RefusedItem {
  /** The app's id of a workout, or the date of a day, if it is readable. */
  name: string | null;
  complaints: Complaint[];
}

/** The items of one kind that an app reported. */
export interface ReportedItems<Item> {
  items: Item[];
  refused: RefusedItem[];
}

/** The data that an app reported, converted to the platform's types. */
export interface ReportedData {
  workouts: ReportedItems<Workout>;
  days: ReportedItems<DaySteps>;
}

/**
 * Reads the items of a list one by one, so that an invalid item does not prevent the others from being stored. `path`
 * is the path of the list, and `nameKey` the property that names an item.
 */
export function readItems<Parsed, Item>(
  schema: $ZodType<Parsed>,
  path: string,
  items: readonly unknown[],
  nameKey: string,
  convert: (parsed: Parsed) => Item,
): ReportedItems<Item> {
  const read: ReportedItems<Item> = { items: [], refused: [] };
  for (const [index, item] of items.entries()) {
    const place = `${path}.${index}`;
    const refuse = (complaints: Complaint[]) =>
      read.refused.push({ name: nameOf(item, nameKey), complaints });
    try {
      refuseUnstorable(item, place.split('.'));
      const parsed = safeParse(schema, item);
      if (parsed.success) read.items.push(convert(parsed.data));
      else
        refuse(
          parsed.error.issues.map((issue) => ({
            propertyPath: [place, ...issue.path].join('.'),
            ...complaintOf(issue),
          })),
        );
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      refuse(error.complaints);
    }
  }
  return read;
}

/** The maximum length of the name of a refused item in the response, in characters. */
const longestName = 200;

function nameOf(item: unknown, key: string): string | null {
  const name = typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[key] : undefined;
  return typeof name === 'string' ? name.slice(0, longestName).toWellFormed() : null;
}

/** Combines the items that one call contained in several formats. */
export const mergeItems = <Item>(...parts: ReportedItems<Item>[]): ReportedItems<Item> => ({
  items: parts.flatMap(({ items }) => items),
  refused: parts.flatMap(({ refused }) => refused),
});

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
