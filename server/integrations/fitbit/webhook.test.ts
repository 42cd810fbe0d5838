import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitbitEvents } from './webhook.ts';
import { fitbitWorkout } from './workout.ts';

const userId = '111256657618234567890';
const interval = (startTime: string, endTime: string) => ({
  physicalTimeInterval: { startTime, endTime },
  civilIso8601TimeInterval: { startTime: '2026-11-20T06:30:00', endTime: '2026-11-20T07:02:10' },
});
const run = interval('2026-11-20T05:30:00Z', '2026-11-20T06:02:10Z');
const message = (changes: object = {}) => ({
  data: {
    version: '1',
    clientProvidedSubscriptionName: 'company-challenge',
    healthUserId: userId,
    operation: 'UPSERT',
    dataType: 'exercise',
    intervals: [run],
    ...changes,
  },
});
/** Parses a webhook body, and converts the events to JSON for comparison. */
const events = (reported: unknown) => JSON.parse(JSON.stringify(fitbitEvents(JSON.stringify(reported))));
const between = (from: string, until: string) => ({ userId, kind: 'changedBetween', from, until });

describe('the parser for Google’s webhook bodies', () => {
  it('extends each changed period by a minute on both sides, and accepts a list or a single message', () => {
    const expected = [between('2026-11-20T05:29:00Z', '2026-11-20T06:03:10Z')];
    expect(events([message()])).toEqual(expected);
    expect(events(message())).toEqual(expected);
    expect(events(message({ dataType: undefined }))).toEqual(expected);
  });

  it('merges nearby periods of the same person', () => {
    const near = interval('2026-11-21T05:30:00.5Z', '2026-11-21T06:00:00Z');
    const inside = interval('2026-11-20T05:40:00Z', '2026-11-20T05:50:00Z');
    const far = interval('2026-11-10T05:30:00Z', '2026-11-10T06:00:00Z');
    const reported = [
      message({ intervals: [near, inside] }),
      message({ intervals: [far, run] }),
      message({ healthUserId: '2', intervals: [near] }),
    ];
    expect(events(reported)).toEqual([
      between('2026-11-10T05:29:00Z', '2026-11-10T06:01:00Z'),
      between('2026-11-20T05:29:00Z', '2026-11-21T06:01:00Z'),
      { ...between('2026-11-21T05:29:00.5Z', '2026-11-21T06:01:00Z'), userId: '2' },
    ]);
  });

  it('reports a deletion as a change that requires reading again, or as a possible revocation', () => {
    const deletion = (changes: object) => message({ operation: 'DELETE', intervals: undefined, ...changes });
    const changed = { userId, kind: 'changed', externalId: '5870930690409355408' };
    expect(events(deletion({ recordId: '5870930690409355408' }))).toEqual([changed]);
    const name = `users/${userId}/dataTypes/exercise/dataPoints/5870930690409355408`;
    expect(events(deletion({ recordId: name, intervals: [run] }))).toEqual([changed]);
    expect(events(deletion({ intervals: [run] }))).toEqual([
      between('2026-11-20T05:29:00Z', '2026-11-20T06:03:10Z'),
    ]);
    expect(events(deletion({}))).toEqual([{ userId, kind: 'revoked' }]);
    expect(events(deletion({ dataType: undefined }))).toEqual([{ userId, kind: 'revoked' }]);
  });

  it('ignores other data types and malformed messages', () => {
    expect(events(message({ dataType: 'steps' }))).toEqual([]);
    expect(events(message({ operation: 'DELETE', dataType: 'sleep', intervals: [] }))).toEqual([]);
    const odd = [
      null,
      7,
      {},
      message({ healthUserId: 'a b' }),
      message({ operation: 'MOVE' }),
      message({ intervals: 'all' }),
      message({ intervals: [interval('2026-11-20T06:02:10Z', '2026-11-20T05:30:00Z')] }),
      message({
        intervals: [interval('soon', 'later'), interval('-271821-04-20T00:00Z', '9999-12-31T00:00Z')],
      }),
    ];
    expect(events([...odd, message()])).toHaveLength(1);
    for (const text of ['', 'none', '[', '{"type":"verification"}']) expect(fitbitEvents(text)).toEqual([]);
  });

  it('never throws, whatever the body contains', () => {
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    );
    const keys = Object.keys(message().data);
    const part = fc.record({ startTime: odd, endTime: odd });
    const intervals = fc.array(fc.record({ physicalTimeInterval: fc.oneof(part, odd) }));
    const changes = fc.dictionary(fc.constantFrom(...keys, 'recordId'), fc.oneof(odd, intervals));
    const reported = fc.oneof(changes.map(message), odd);
    const text = fc.oneof(
      fc.oneof(reported, fc.array(reported)).map((value) => JSON.stringify(value)),
      fc.string(),
      fc.json(),
    );
    fc.assert(
      fc.property(text, (body) => {
        expect(Array.isArray(fitbitEvents(body))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('never throws, however long or deeply nested the body is', () => {
    expect(fitbitEvents('['.repeat(5_000_000))).toEqual([]);
    expect(fitbitEvents(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toEqual([]);
    const day = (place: number) =>
      new Date(Date.UTC(2026, 0, 1) + place * 60_000).toISOString().replace(/\.\d+/, '');
    const many = Array.from({ length: 2000 }, (_, place) => interval(day(place), day(place + 30)));
    expect(events(message({ intervals: many }))).toHaveLength(1);
    expect(events(many.map((one) => message({ intervals: [one] })))).toHaveLength(1);
  });
});

describe('a Google exercise', () => {
  const reported = {
    name: `users/${userId}/dataTypes/exercise/dataPoints/5870930690409355408`,
    dataSource: {
      recordingMethod: 'ACTIVELY_MEASURED',
      device: { formFactor: 'WATCH', manufacturer: 'Google', displayName: 'Pixel Watch 4' },
      platform: 'FITBIT',
    },
    exercise: {
      interval: {
        startTime: '2026-11-20T05:30:00Z',
        startUtcOffset: '3600s',
        endTime: '2026-11-20T06:02:10Z',
        civilStartTime: { date: { year: 2026, month: 11, day: 20 }, time: { hours: 6, minutes: 30 } },
      },
      exerciseType: 'RUNNING',
      displayName: 'Run',
      activeDuration: '1830s',
      metricsSummary: { distanceMillimeters: 5230000, steps: '5120', averageHeartRateBeatsPerMinute: '148' },
      exerciseMetadata: { hasGps: true },
    },
  };
  const exercise = (changes: object) =>
    fitbitWorkout({ ...reported, exercise: { ...reported.exercise, ...changes } });
  const during = (changes: object) => exercise({ interval: { ...reported.exercise.interval, ...changes } });

  it('may contain fractional durations, and numbers sent as strings', () => {
    expect(fitbitWorkout(reported)).toMatchObject({
      elapsedSeconds: 1930,
      movingSeconds: 1830,
      metres: 5230,
    });
    expect(exercise({ activeDuration: '1830.5s' })?.movingSeconds).toBe(1831);
    expect(exercise({ activeDuration: '0.000000001s' })?.movingSeconds).toBeNull();
    expect(during({ endTime: '2026-11-20T06:02:10.600123456Z' })?.elapsedSeconds).toBe(1931);
    const metrics = { distanceMillimeters: '5230499', steps: 5120 };
    expect(exercise({ metricsSummary: metrics })).toMatchObject({ metres: 5230, steps: 5120 });
    for (const odd of [-1, '-1', 'far', null, {}, '1e9'])
      expect(exercise({ metricsSummary: { distanceMillimeters: odd, steps: odd } })).toMatchObject({
        metres: null,
        steps: null,
      });
    for (const odd of ['1830', 1830, '-s', null])
      expect(exercise({ activeDuration: odd })).toMatchObject({ movingSeconds: null });
  });

  it('gets its UTC offset from the local time if the offset is missing', () => {
    const at = (civilStartTime: unknown) =>
      during({ startTime: '2026-11-19T23:00:00Z', startUtcOffset: undefined, civilStartTime })
        ?.utcOffsetMinutes;
    const date = { year: 2026, month: 11, day: 20 };
    // At midnight, all parts of the time are zero and are therefore omitted.
    expect(at({ date, time: {} })).toBe(60);
    expect(at({ date })).toBe(60);
    expect(at({ date, time: { minutes: 45, nanos: 5 } })).toBe(105);
    expect(at({ date: { ...date, day: 19 }, time: { hours: 12 } })).toBe(-660);
    for (const odd of [
      undefined,
      null,
      {},
      { date: { year: 2026, month: 2, day: 31 } },
      { date: { ...date, year: 2027 } },
    ])
      expect(at(odd), JSON.stringify(odd)).toBe(0);
    expect(during({ startUtcOffset: '0s' })?.utcOffsetMinutes).toBe(0);
    expect(during({ startUtcOffset: '20700s' })?.utcOffsetMinutes).toBe(345);
    expect(during({ startUtcOffset: '9e9s' })?.utcOffsetMinutes).toBe(60);
  });

  it('may lack most fields, and is ignored if it is malformed', () => {
    const { name } = reported;
    const { startTime, endTime } = reported.exercise.interval;
    expect(fitbitWorkout({ name, exercise: { interval: { startTime, endTime } } })).toMatchObject({
      externalId: '5870930690409355408',
      utcOffsetMinutes: 0,
      sportType: 'EXERCISE_TYPE_UNSPECIFIED',
      metres: null,
      device: null,
      isManual: false,
    });
    expect(during({ endTime: '2026-11-20T05:29:59Z' })).toBeUndefined();
    expect(during({ endTime: undefined })).toBeUndefined();
    expect(during({ startTime: '2026-11-20 05:30' })).toBeUndefined();
    expect(fitbitWorkout({ ...reported, name: 'users/1/dataPoints/' })).toBeUndefined();
    expect(fitbitWorkout({ ...reported, name: undefined })).toBeUndefined();
    for (const odd of [null, 7, [], 'a', {}]) expect(fitbitWorkout(odd)).toBeUndefined();
  });

  it('never causes an exception, whatever it contains', () => {
    const odd = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.double(), fc.constant(null));
    const partsOf = (base: object) =>
      fc.dictionary(fc.constantFrom(...Object.keys(base)), odd).map((changes) => ({ ...base, ...changes }));
    const civil = fc.record({
      date: partsOf({ year: 2026, month: 11, day: 20 }),
      time: partsOf({ hours: 6, minutes: 30, seconds: 10, nanos: 1 }),
    });
    const point = fc
      .record({
        civilStartTime: civil,
        interval: partsOf(reported.exercise.interval),
        more: partsOf(reported.exercise),
      })
      .map(({ civilStartTime, interval: reported, more }) => ({
        interval: { ...reported, startUtcOffset: undefined, civilStartTime },
        ...more,
      }));
    fc.assert(
      fc.property(point, (changes) => {
        const workout = exercise(changes);
        if (workout)
          expect(
            workout.startedAt.add({ minutes: workout.utcOffsetMinutes }).toZonedDateTimeISO('UTC').toString(),
          ).toMatch(/^\d{4}-/);
      }),
      { numRuns: 2_000 },
    );
  });
});
