import * as z from 'zod/mini';
import {
  type Activity,
  ActivityEntry,
  type AmountType,
  mostKilometers,
  mostSteps,
  timePattern,
} from '../../contract/activities.ts';
import { type Amount, secondsOf } from '../../contract/kilometres.ts';
import type { Language } from '../../contract/kit/fields.ts';
import { typedNumber, writtenNumber } from '../../contract/typed-number.ts';
import { today } from '../kit/dates.ts';
import type { SentEntry } from './queries.ts';

/** The values of the form's fields, including the two amounts that the form does not show. */
export interface EntryValues {
  performedAt: string;
  sport: string;
  amountType: AmountType;
  time: string;
  kilometers: string;
  steps: string;
  info: string;
}

/**
 * Returns the form's schema, which parses numbers in the given language, applies the schema of the call, and rejects
 * future dates.
 */
export const entrySchema = (language: Language) =>
  z.pipe(
    z.transform((values: EntryValues, context) => {
      const message = unreadable(values, language);
      if (!message) return entryOf(values, language);
      context.issues.push({ code: 'custom', ...message, input: values });
      return z.NEVER;
    }),
    ActivityEntry.check(
      z.refine((entry) => entry.performedAt <= today(), { error: 'date.inFuture', path: ['performedAt'] }),
    ),
  );

const readKilometers = (text: string, language: Language) =>
  typedNumber(text, language, { most: mostKilometers });
const readSteps = (text: string, language: Language) => typedNumber(text, language, { isWhole: true });

/** Returns the error if the chosen amount is not a number or is ambiguous. */
function unreadable({ amountType, kilometers, steps }: EntryValues, language: Language) {
  const isNumeric = (text: string) => /^\d[\d\s.,]*$/.test(text.trim());
  if (amountType === 'km' && readKilometers(kilometers, language) === undefined)
    return { path: ['kilometers'], message: isNumeric(kilometers) ? 'number.unclear' : 'number.invalid' };
  if (amountType === 'steps' && readSteps(steps, language) === undefined)
    return { path: ['steps'], message: isNumeric(steps) ? 'steps.outOfRange' : 'number.invalid' };
  return undefined;
}

/** Returns the initial values of the form for a new activity: the current day, and the amount type `time`. */
export function emptyValues(sport: string): EntryValues {
  return { performedAt: today(), sport, amountType: 'time', time: '', kilometers: '', steps: '', info: '' };
}

/** Returns the initial values of the form for an existing activity. */
export function valuesOf(activity: Activity, language: Language): EntryValues {
  return {
    performedAt: activity.performedAt,
    sport: activity.sport['@id'],
    amountType: activity.amountType,
    time: activity.time ?? '',
    kilometers: activity.kilometers === null ? '' : writtenNumber(activity.kilometers, language),
    steps: activity.steps?.toString() ?? '',
    info: activity.info ?? '',
  };
}

/** Returns the request body for valid fields: it has the chosen amount, and null for the other two. */
function entryOf(
  { amountType, time, kilometers, steps, ...rest }: EntryValues,
  language: Language,
): SentEntry {
  const none = { time: null, kilometers: null, steps: null };
  const shared = { ...rest, info: rest.info || null };
  switch (amountType) {
    case 'time':
      return { ...shared, ...none, amountType, time };
    case 'km':
      return { ...shared, ...none, amountType, kilometers: readKilometers(kilometers, language) ?? '' };
    case 'steps':
      return { ...shared, ...none, amountType, steps: readSteps(steps, language) ?? '' };
  }
}

/** Returns the amount that the fields currently contain; undefined while the text cannot be parsed. */
export function enteredAmount(
  values: Pick<EntryValues, 'amountType' | 'time' | 'kilometers' | 'steps'>,
  language: Language,
): Amount | undefined {
  switch (values.amountType) {
    case 'time': {
      const seconds = timePattern.test(values.time) ? secondsOf(values.time) : 0;
      return seconds > 0 ? { amountType: 'time', seconds } : undefined;
    }
    case 'km': {
      const kilometers = readKilometers(values.kilometers, language) ?? 0;
      return kilometers > 0 && kilometers <= mostKilometers
        ? { amountType: 'km', metres: Math.round(kilometers * 1000) }
        : undefined;
    }
    case 'steps': {
      const steps = readSteps(values.steps, language) ?? 0;
      return steps > 0 && steps <= mostSteps ? { amountType: 'steps', steps } : undefined;
    }
  }
}
