import i18next from 'i18next';
import * as z from 'zod/mini';
import { type Activity, ActivityEntry, type AmountType, timePattern } from '../../contract/activities.ts';
import { type Amount, secondsOf } from '../../contract/kilometres.ts';
import { today } from '../kit/dates.ts';
import type { SentEntry } from './queries.ts';

/** What stands in the fields of the form; the two amounts that are not shown are kept while it is open. */
export interface EntryValues {
  performedAt: string;
  sport: string;
  amountType: AmountType;
  time: string;
  kilometers: string;
  steps: string;
  info: string;
}

/** The schema of the call, and what only the moment can tell: the date may not lie in the future. */
export const entrySchema = ActivityEntry.check(
  z.refine((entry) => entry.performedAt <= today(), { error: 'date.inFuture', path: ['performedAt'] }),
);

/** A form for a new activity: today, by time. */
export function emptyValues(sport: string): EntryValues {
  return { performedAt: today(), sport, amountType: 'time', time: '', kilometers: '', steps: '', info: '' };
}

/** A form for an activity that is there already. */
export function valuesOf(activity: Activity): EntryValues {
  return {
    performedAt: activity.performedAt,
    sport: activity.sport['@id'],
    amountType: activity.amountType,
    time: activity.time ?? '',
    kilometers: activity.kilometers === null ? '' : plainNumber(activity.kilometers),
    steps: activity.steps?.toString() ?? '',
    info: activity.info ?? '',
  };
}

/** As one would type it in the person's language: 12,34. */
function plainNumber(value: number): string {
  return new Intl.NumberFormat(i18next.language, { maximumFractionDigits: 3, useGrouping: false }).format(
    value,
  );
}

/** What is sent: the amount that was chosen, the other two null. */
export function entryOf({ amountType, time, kilometers, steps, ...rest }: EntryValues): SentEntry {
  const none = { time: null, kilometers: null, steps: null };
  const shared = { ...rest, info: rest.info || null };
  switch (amountType) {
    case 'time':
      return { ...shared, ...none, amountType, time };
    case 'km':
      return { ...shared, ...none, amountType, kilometers };
    case 'steps':
      return { ...shared, ...none, amountType, steps };
  }
}

/** The amount that the fields hold so far; nothing while it cannot be read. */
export function enteredAmount(
  values: Pick<EntryValues, 'amountType' | 'time' | 'kilometers' | 'steps'>,
): Amount | undefined {
  const number = (text: string) => Number(text.trim().replace(',', '.'));
  switch (values.amountType) {
    case 'time': {
      const seconds = timePattern.test(values.time) ? secondsOf(values.time) : 0;
      return seconds > 0 ? { amountType: 'time', seconds } : undefined;
    }
    case 'km': {
      const kilometers = number(values.kilometers);
      return kilometers > 0 && kilometers <= 999.99
        ? { amountType: 'km', metres: Math.round(kilometers * 1000) }
        : undefined;
    }
    case 'steps': {
      const steps = number(values.steps);
      return Number.isInteger(steps) && steps > 0 && steps <= 200_000
        ? { amountType: 'steps', steps }
        : undefined;
    }
  }
}
