import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inMemory } from '../../testing/webhook-receiver.ts';
import type { WebhookRequest } from '../providers/provider.ts';
import { stravaEvents, stravaWebhookAnswer } from './webhook.ts';
import { stravaWorkout } from './workout.ts';

const event = {
  object_type: 'activity',
  object_id: 16492837465,
  aspect_type: 'create',
  owner_id: 134815,
  subscription_id: 120475,
  event_time: 1795157000,
  updates: {},
};
const activity = {
  id: 16492837465,
  sport_type: 'TrailRun',
  start_date: '2026-11-20T05:30:00Z',
  utc_offset: 3600,
  elapsed_time: 1930,
  moving_time: 1830,
  distance: 5230.4,
  name: 'Morning Run',
  device_name: 'Garmin Forerunner 955',
  external_id: 'garmin_ping_512345678901',
  manual: false,
};

const odd = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.double(), fc.constant(null));

/** Generates variants of a valid value with some parts changed. */
const like = (known: object) =>
  fc.dictionary(fc.constantFrom(...Object.keys(known)), odd).map((changes) => ({ ...known, ...changes }));

const anything = fc.oneof(
  like(event).map((value) => JSON.stringify(value)),
  fc.array(like(event)).map((value) => JSON.stringify(value)),
  fc.json(),
  fc.string(),
);

const delivery = (parts: Partial<WebhookRequest>): WebhookRequest => ({
  method: 'POST',
  headers: {},
  query: new URLSearchParams(),
  body: Buffer.alloc(0),
  ...parts,
});

describe('a webhook call from Strava', () => {
  it('never causes an exception, whatever it contains', () => {
    fc.assert(
      fc.property(anything, (reported) => {
        expect(Array.isArray(stravaEvents(reported))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('gets a response, whatever it contains', async () => {
    const memory = inMemory();
    await memory.set('subscription', '120475');
    await memory.set('verify-token', 'a word that was agreed');
    const header = fc.oneof(fc.string(), fc.array(fc.string()), fc.constant(undefined));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET' as const, 'POST' as const),
        anything,
        fc.string(),
        header,
        fc.constantFrom(undefined, 'a key'),
        async (method, body, text, signature, key) => {
          const query = new URLSearchParams({ 'hub.challenge': text, 'hub.verify_token': text });
          const headers = { 'x-strava-signature': signature };
          const sent = delivery({ method, headers, query, body: Buffer.from(body) });
          const { status, store } = await stravaWebhookAnswer(sent, memory, key);
          expect([200, 401, 403]).toContain(status);
          if (store) expect(stravaEvents(body).length).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('never causes an exception, however long or deeply nested its body is', () => {
    expect(stravaEvents('['.repeat(5_000_000))).toEqual([]);
    expect(stravaEvents(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toEqual([]);
  });

  it('may identify people and activities by strings', () => {
    const reported = { ...event, object_id: '16492837465', owner_id: '134815' };
    expect(stravaEvents(JSON.stringify(reported))).toEqual([
      { userId: '134815', kind: 'changed', externalId: '16492837465' },
    ]);
  });

  it('is ignored if it reports an athlete change other than a revocation', () => {
    const reported = {
      ...event,
      object_type: 'athlete',
      aspect_type: 'update',
      updates: { authorized: 'true' },
    };
    expect(stravaEvents(JSON.stringify(reported))).toEqual([]);
  });
});

describe('a Strava activity', () => {
  const site = 'https://www.strava.com';

  it('takes its start time from `start_date`, whatever `start_date_local` says', () => {
    const reported = { ...activity, start_date_local: '2026-11-20T06:30:00Z' };
    const workout = stravaWorkout(reported, site);
    expect(workout?.startedAt.toString()).toBe('2026-11-20T05:30:00Z');
    expect(workout?.viewUrl).toBe('https://www.strava.com/activities/16492837465');
  });

  it('is ignored if a required field is missing or invalid', () => {
    for (const part of ['id', 'sport_type', 'start_date', 'elapsed_time'])
      expect(stravaWorkout({ ...activity, [part]: undefined }, site)).toBeUndefined();
    expect(stravaWorkout({ ...activity, start_date: 'soon' }, site)).toBeUndefined();
  });

  it('never causes an exception, whatever it contains', () => {
    fc.assert(
      fc.property(fc.oneof(like(activity), odd), (reported) => {
        const workout = stravaWorkout(reported, site);
        if (!workout) return;
        const day = workout.startedAt
          .add({ minutes: workout.utcOffsetMinutes })
          .toZonedDateTimeISO('UTC')
          .toPlainDate();
        expect(day.toString()).toMatch(/^\d{4}-\d\d-\d\d$/);
        expect(workout.elapsedSeconds).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 2_000 },
    );
  });
});
