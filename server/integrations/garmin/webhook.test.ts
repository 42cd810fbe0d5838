import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../providers/exact-json.ts';
import { garminEvents, garminWebhookAnswer } from './webhook.ts';

const connect = 'https://connect.garmin.com';
const events = (body: unknown) => garminEvents(parseJson(JSON.stringify(body)), connect);
const userId = 'd3315b1072421d0dd7c8f6b8e1de4df8';
const summary = {
  userId,
  summaryId: '20815044923',
  activityId: 20815044923,
  activityName: 'Utrecht Running',
  activityType: 'RUNNING',
  startTimeInSeconds: 1795152600,
  startTimeOffsetInSeconds: 3600,
  durationInSeconds: 1930,
  distanceInMeters: 5230.4,
  steps: 5120,
  averageHeartRateInBeatsPerMinute: 148,
  startingLatitudeInDegree: 52.0907,
  startingLongitudeInDegree: 5.1214,
  deviceName: 'forerunner955',
  manual: false,
  isWebUpload: false,
};

/** Parses a body with one activity, to which the given changes are made, and returns its workout. */
function delivered(changes: object) {
  const [event] = events({ activities: [{ ...summary, ...changes }] });
  if (event?.kind !== 'delivered') throw new Error(`nothing delivered: ${JSON.stringify(event)}`);
  return event.workout;
}

/** Returns the local date and time at which the workout started. */
const there = ({ startedAt, utcOffsetMinutes }: ReturnType<typeof delivered>) =>
  startedAt.add({ minutes: utcOffsetMinutes }).toZonedDateTimeISO('UTC').toPlainDateTime().toString();

describe('a webhook call from Garmin', () => {
  it('yields a workout with all values that count, but no position or heart rate', () => {
    const { startedAt, ...workout } = delivered({});
    expect(startedAt.toString()).toBe('2026-11-20T05:30:00Z');
    expect(workout).toEqual({
      externalId: '20815044923',
      utcOffsetMinutes: 60,
      elapsedSeconds: 1930,
      movingSeconds: null,
      metres: 5230,
      steps: 5120,
      sportType: 'RUNNING',
      name: 'Utrecht Running',
      device: 'forerunner955',
      isManual: false,
      viewUrl: 'https://connect.garmin.com/app/activity/20815044923',
      cameFrom: null,
      isEdited: false,
    });
  });

  it('may lack distance, steps, name and device', () => {
    const bare = { distanceInMeters: undefined, steps: undefined, activityName: '', deviceName: undefined };
    expect(delivered(bare)).toMatchObject({ metres: null, steps: null, name: null, device: null });
  });

  it('keeps the exact value of activity ids, whether they are numbers or strings', () => {
    expect(delivered({ activityId: '20815044923' }).externalId).toBe('20815044923');
    const [event] = garminEvents(
      parseJson(JSON.stringify({ activities: [summary] }).replace(':20815044923', ':9223372036854775807')),
      connect,
    );
    expect(event).toMatchObject({ workout: { externalId: '9223372036854775807' } });
    const byItsSummary = delivered({ activityId: undefined, summaryId: 'x-4' });
    expect(byItsSummary).toMatchObject({ externalId: 'x-4', viewUrl: null });
  });

  it('keeps the name of an unknown sport', () => {
    expect(delivered({ activityType: 'UNDERWATER_CHESS' }).sportType).toBe('UNDERWATER_CHESS');
    // The database cannot store NUL.
    expect(delivered({ activityType: 'RUN\0NING', activityName: '\0' })).toMatchObject({
      sportType: 'RUNNING',
      name: null,
    });
  });

  it('yields the local date and time of a workout', () => {
    const at = (utc: string, offsetHours: number) =>
      there(
        delivered({
          startTimeInSeconds: Date.parse(utc) / 1000,
          startTimeOffsetInSeconds: offsetHours * 3600,
        }),
      );
    expect(at('2026-11-20T22:58:00Z', 1)).toBe('2026-11-20T23:58:00');
    expect(at('2026-11-20T10:30:00Z', 14)).toBe('2026-11-21T00:30:00');
    expect(at('2026-11-20T10:30:00Z', -11)).toBe('2026-11-19T23:30:00');
    // On this night, 2:30 occurs twice.
    expect(at('2026-10-25T00:30:00Z', 2)).toBe('2026-10-25T02:30:00');
    expect(at('2026-10-25T01:30:00Z', 1)).toBe('2026-10-25T02:30:00');
  });

  it('yields the parts of a multisport workout instead of the whole', () => {
    const parts = ['1', '2'].map((id) => ({
      ...summary,
      summaryId: id,
      activityId: Number(id),
      parentSummaryId: '9',
    }));
    const whole = { ...summary, summaryId: '9', activityId: 9, isParent: true };
    expect(events({ activities: [whole, ...parts] })).toMatchObject([
      { workout: { externalId: '1' } },
      { workout: { externalId: '2' } },
    ]);
  });

  it('may contain edited activities or activity details, which are treated like new activities', () => {
    expect(events({ manuallyUpdatedActivities: [summary] })).toMatchObject([{ kind: 'delivered' }]);
    const { userId: _, ...inner } = summary;
    const details = { userId, summaryId: '20815044923-detail', activityId: 20815044923, summary: inner };
    expect(events({ activityDetails: [details] })).toMatchObject([
      { kind: 'delivered', userId, workout: { externalId: '20815044923' } },
    ]);
  });

  it('may contain only the addresses of activities', () => {
    const callbackURL = 'https://apis.garmin.com/wellness-api/rest/activities?token=XYZ';
    const ping = { userId, uploadStartTimeInSeconds: 1, uploadEndTimeInSeconds: 2, callbackURL };
    expect(events({ activities: [ping] })).toEqual([
      { userId, kind: 'waiting', address: callbackURL, isEdited: false },
    ]);
  });

  it('reports a revoked consent, and permission changes in the order in which they were made', () => {
    expect(events({ deregistrations: [{ userId }] })).toEqual([{ userId, kind: 'revoked' }]);
    const change = (permissions: string[], changeTimeInSeconds: number) => ({
      userId,
      permissions,
      changeTimeInSeconds,
    });
    const body = {
      userPermissionsChange: [change(['ACTIVITY_EXPORT'], 20), change(['HEALTH_EXPORT'], 10)],
    };
    expect(events(body)).toEqual([
      { userId, kind: 'permissions', mayRead: false },
      { userId, kind: 'permissions', mayRead: true },
    ]);
  });

  it('is processed without its malformed entries', () => {
    const broken = [null, 7, {}, { ...summary, startTimeInSeconds: 'soon' }, { ...summary, userId: '\0' }];
    expect(events({ activities: [...broken, summary], deregistrations: 'none' })).toHaveLength(1);
  });

  it('is stored if it names our client, and rejected otherwise', () => {
    const delivery = { method: 'POST' as const, query: new URLSearchParams(), body: Buffer.from('{}') };
    const answer = (client?: string | string[]) =>
      garminWebhookAnswer({ ...delivery, headers: { 'garmin-client-id': client } }, 'ours');
    expect(answer('ours')).toEqual({ status: 200, store: true });
    for (const client of [undefined, '', 'another', 'ourselves', ['ours', 'ours']])
      expect(answer(client)).toEqual({ status: 403, store: false });
  });

  it('is stored only if it is a POST request with our client id', () => {
    const headers = fc.dictionary(
      fc.oneof(fc.constant('garmin-client-id'), fc.string()),
      fc.oneof(fc.string({ unit: 'binary' }), fc.array(fc.constant('ours')), fc.constant('Ours')),
    );
    const delivery = fc.record({
      method: fc.constantFrom('GET' as const, 'POST' as const),
      headers,
      body: fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    });
    fc.assert(
      fc.property(delivery, (sent) => {
        const { store } = garminWebhookAnswer({ ...sent, query: new URLSearchParams() }, 'ours');
        expect(store).toBe(sent.method === 'POST' && sent.headers['garmin-client-id'] === 'ours');
      }),
      { numRuns: 2_000 },
    );
  });

  it('never causes an exception, whatever it contains', () => {
    const odd = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.double(), fc.constant(null));
    const member = fc.dictionary(
      fc.constantFrom(...Object.keys(summary), 'permissions', 'callbackURL', 'summary'),
      odd,
    );
    const mixed = fc
      .record({ base: fc.constantFrom({}, summary), member })
      .map(({ base, member: changes }) => ({ ...base, ...changes }));
    const body = fc.dictionary(
      fc.constantFrom('activities', 'activityDetails', 'deregistrations', 'userPermissionsChange', 'more'),
      fc.oneof(fc.array(fc.oneof(mixed, odd)), odd),
    );
    const text = fc.oneof(
      body.map((value) => JSON.stringify(value)),
      fc.string(),
      fc.json(),
    );
    fc.assert(
      fc.property(text, (reported) => {
        const read = garminEvents(parseJson(reported), connect);
        expect(Array.isArray(read)).toBe(true);
        for (const event of read)
          if (event.kind === 'delivered') {
            expect(there(event.workout)).toMatch(/^\d{4}-/);
            expect(JSON.stringify(event)).not.toContain('\\u0000');
          }
      }),
      { numRuns: 2_000 },
    );
  });

  it('never causes an exception, however long or deeply nested it is', () => {
    for (const body of [
      '['.repeat(1_000_000),
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      '"'.repeat(1e6),
    ]) {
      expect(garminEvents(parseJson(body), connect)).toEqual([]);
    }
    expect(events({ activities: Array.from({ length: 500 }, () => summary) })).toHaveLength(500);
  });
});
