import { describe, expect, it } from 'vitest';
import { typedTime } from '../../contract/typed-time.ts';
import en from '../i18n/en/activities.json' with { type: 'json' };
import fr from '../i18n/fr/activities.json' with { type: 'json' };
import nl from '../i18n/nl/activities.json' with { type: 'json' };
import { today } from '../kit/dates.ts';
import { type EntryValues, emptyValues, enteredAmount, entrySchema } from './activity-entry.ts';

const values: EntryValues = {
  ...emptyValues('/platform/api/sports/1'),
  time: '00:47:54',
  kilometers: '12,34',
  steps: '8.000',
};
const read = (changes: Partial<EntryValues>, language: 'en' | 'fr' | 'nl' = 'nl') => {
  const { data, error } = entrySchema(language).safeParse({ ...values, ...changes });
  return error ? error.issues.map(({ path, message }) => `${path}: ${message}`) : data;
};

describe('the entry of an activity form', () => {
  it('starts with the current day and the amount type “time”', () => {
    expect(emptyValues('')).toMatchObject({ performedAt: today(), amountType: 'time' });
  });

  // spec: state amount type
  it('contains the chosen amount, and null for the other two', () => {
    expect(read({})).toMatchObject({ time: '00:47:54', kilometers: null, steps: null });
    expect(read({ amountType: 'km' })).toMatchObject({ time: null, kilometers: 12.34, steps: null });
    expect(read({ amountType: 'steps' })).toMatchObject({ time: null, kilometers: null, steps: 8000 });
  });

  it.each(['8000', '8.000', '8,000', '8 000', '8\u00a0000', '8\u202f000'])(
    'interprets «%s» steps as eight thousand in every language',
    (steps) => {
      for (const language of ['en', 'fr', 'nl'] as const)
        expect(read({ amountType: 'steps', steps }, language)).toMatchObject({ steps: 8000 });
    },
  );

  it.each([
    [{ amountType: 'km', kilometers: '8,000' }, 'nl', { kilometers: 8 }],
    [{ amountType: 'km', kilometers: '12.5' }, 'nl', { kilometers: 12.5 }],
    [{ amountType: 'km', kilometers: '8.000' }, 'nl', ['kilometers: kilometers.outOfRange']],
    [{ amountType: 'km', kilometers: '8,000' }, 'en', ['kilometers: kilometers.outOfRange']],
    [{ amountType: 'km', kilometers: '8.000' }, 'fr', ['kilometers: number.unclear']],
    [{ amountType: 'km', kilometers: 'ver' }, 'nl', ['kilometers: number.invalid']],
    [{ amountType: 'km', kilometers: ' ' }, 'nl', ['kilometers: value.required']],
    [{ amountType: 'steps', steps: '12,5' }, 'nl', ['steps: steps.outOfRange']],
    [{ amountType: 'steps', steps: 'veel' }, 'nl', ['steps: number.invalid']],
    [{ amountType: 'steps', steps: '' }, 'nl', ['steps: value.required']],
    [{ amountType: 'steps', steps: '200.001' }, 'nl', ['steps: steps.outOfRange']],
    [{ amountType: 'steps', steps: '0' }, 'nl', ['steps: steps.outOfRange']],
  ] as const)('interprets %o in the language %s as %o', (changes, language, outcome) => {
    const found = read(changes, language);
    if (Array.isArray(outcome)) expect(found).toEqual(outcome);
    else expect(found).toMatchObject(outcome);
  });

  // spec: rule activity date
  it('cannot have a date in the future', () => {
    expect(read({ performedAt: '2199-12-31' })).toEqual(['performedAt: date.inFuture']);
  });

  it('has an amount to preview once the text can be parsed', () => {
    const amount = (changes: Partial<EntryValues>) => enteredAmount({ ...values, ...changes }, 'nl');
    expect(amount({})).toEqual({ amountType: 'time', seconds: 2874 });
    expect(amount({ amountType: 'km' })).toEqual({ amountType: 'km', metres: 12_340 });
    expect(amount({ amountType: 'steps' })).toEqual({ amountType: 'steps', steps: 8000 });
    expect(amount({ time: '00:47:75' })).toBeUndefined();
    expect(amount({ amountType: 'steps', steps: 'many' })).toBeUndefined();
    expect(amount({ amountType: 'steps', steps: '200.001' })).toBeUndefined();
  });
});

describe.each(Object.entries({ en, fr, nl }))('the hint above the time, in %s', (_, { form }) => {
  it('has examples that people can type with a numeric keyboard and the colon key, and explains their meaning', () => {
    const examples = [...form.timeHelp.matchAll(/([\d:]+) = /g)].map(([, typed = '']) => typed);
    expect(examples.map((typed) => [typed, typedTime(typed)])).toEqual([
      ['45', '00:45:00'],
      ['1:30', '01:30:00'],
      ['47:54', '00:47:54'],
    ]);
    expect(form.timeHelp).not.toMatch(/\d[a-z]\d/);
  });
});
