import { describe, expect, it } from 'vitest';
import { today } from '../kit/dates.ts';
import { type EntryValues, emptyValues, enteredAmount, entryOf, entrySchema } from './activity-entry.ts';

const values: EntryValues = {
  ...emptyValues('/platform/api/sports/1'),
  time: '00:47:54',
  kilometers: '12,34',
  steps: '8000',
};

describe('the entry of an activity form', () => {
  it('starts with today, by time', () => {
    expect(emptyValues('')).toMatchObject({ performedAt: today(), amountType: 'time' });
  });

  // spec: state amount type
  it('holds the chosen amount; the other two are null', () => {
    expect(entryOf(values)).toMatchObject({ time: '00:47:54', kilometers: null, steps: null });
    expect(entryOf({ ...values, amountType: 'km' })).toMatchObject({
      time: null,
      kilometers: '12,34',
      steps: null,
    });
    expect(entryOf({ ...values, amountType: 'steps' })).toMatchObject({
      time: null,
      kilometers: null,
      steps: '8000',
    });
  });

  // spec: rule activity date
  it('may not lie in the future', () => {
    expect(entrySchema.safeParse(values).success).toBe(true);
    const { error } = entrySchema.safeParse({ ...values, performedAt: '2199-12-31' });
    expect(error?.issues).toMatchObject([{ path: ['performedAt'], message: 'date.inFuture' }]);
  });

  it('has an amount to preview once that can be read', () => {
    expect(enteredAmount(values)).toEqual({ amountType: 'time', seconds: 2874 });
    expect(enteredAmount({ ...values, amountType: 'km' })).toEqual({ amountType: 'km', metres: 12_340 });
    expect(enteredAmount({ ...values, time: '00:47:75' })).toBeUndefined();
    expect(enteredAmount({ ...values, amountType: 'steps', steps: 'many' })).toBeUndefined();
  });
});
