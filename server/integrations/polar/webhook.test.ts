import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inMemory } from '../../testing/webhook-receiver.ts';
import { parseJson } from '../providers/exact-json.ts';
import { keepWebhook, polarEvents, polarSignature, polarWebhookAnswer } from './webhook.ts';
import { polarWorkout } from './workout.ts';

/** The signed example from Polar's documentation. */
const vector = {
  secret: 'abe1f3ae-fd33-11e8-8eb2-f2801f1b9fd1',
  body: '{"event":"EXERCISE","user_id":475,"entity_id":"aQlC83","timestamp":"2018-05-15T14:22:24Z","url":"https://www.polaraccesslink.com/v3/exercises/aQlC83"}',
  signature: '443ec69698c1de6d326902d7d942be1e83f0395f685b8c040cee609660d006d6',
};

const exercise = {
  id: 'aQlC83',
  upload_time: '2026-11-20T06:05:20.000Z',
  polar_user: 'https://www.polaraccesslink/v3/users/10579',
  device: 'Polar Vantage V3',
  device_id: '1111AAAA',
  start_time: '2026-11-20T06:30:00',
  start_time_utc_offset: 60,
  duration: 'PT32M10S',
  calories: 352,
  distance: 5230.0,
  heart_rate: { average: 148, maximum: 171 },
  sport: 'RUNNING',
  has_route: true,
  detailed_sport_info: 'TRAIL_RUNNING',
  'running-index': 51,
};

const workout = (changes: object) => polarWorkout({ ...exercise, ...changes });

const delivery = (body: string, headers: Record<string, string | string[]>) => ({
  method: 'POST' as const,
  headers: { 'polar-webhook-event': 'EXERCISE', ...headers },
  query: new URLSearchParams(),
  body: Buffer.from(body),
});

async function withSecret() {
  const memory = inMemory();
  await keepWebhook(memory, { id: 'abdf33', secret: vector.secret });
  return memory;
}

describe('a webhook call from Polar', () => {
  it('is signed as documented', () => {
    expect(polarSignature(vector.secret, Buffer.from(vector.body))).toBe(vector.signature);
  });

  it('is stored if its signature matches its exact bytes', async () => {
    const memory = await withSecret();
    const answer = (body: string, signature: string | string[]) =>
      polarWebhookAnswer(delivery(body, { 'polar-webhook-signature': signature }), memory);
    expect(await answer(vector.body, vector.signature)).toEqual({ status: 200, store: true });
    const forged = { status: 401, store: false };
    expect(await answer(`${vector.body} `, vector.signature)).toEqual(forged);
    expect(await answer(vector.body, vector.signature.replace('4', '5'))).toEqual(forged);
    expect(await answer(vector.body, '')).toEqual(forged);
    expect(await answer(vector.body, [vector.signature])).toEqual(forged);
    expect(await polarWebhookAnswer(delivery(vector.body, {}), memory)).toEqual(forged);
  });

  it('is accepted but not stored if it is a PING, even before the secret is known', async () => {
    const memory = inMemory();
    const ping = delivery('{"event":"PING"}', { 'polar-webhook-event': 'PING' });
    expect(await polarWebhookAnswer(ping, memory)).toEqual({ status: 200, store: false });
    const early = delivery(vector.body, { 'polar-webhook-signature': vector.signature });
    expect(await polarWebhookAnswer(early, memory)).toEqual({ status: 503, store: false });
  });

  it('identifies the new exercise by a number or a string', () => {
    expect(polarEvents(parseJson(vector.body))).toEqual([
      { userId: '475', kind: 'changed', externalId: 'aQlC83' },
    ]);
    const odd = '{"event":"EXERCISE","user_id":"9007199254740993","entity_id":9007199254740993}';
    expect(polarEvents(parseJson(odd))).toEqual([
      { userId: '9007199254740993', kind: 'changed', externalId: '9007199254740993' },
    ]);
    for (const other of ['{"event":"PING"}', '{"event":"SLEEP","user_id":1,"entity_id":"a"}', '', '[]', '7'])
      expect(polarEvents(parseJson(other))).toEqual([]);
  });

  it('never causes an exception, whatever it contains', async () => {
    const memory = await withSecret();
    const odd = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.double());
    const keys = ['event', 'user_id', 'entity_id', 'timestamp', 'url'];
    const event = fc
      .dictionary(fc.constantFrom(...keys), odd)
      .map((changes) => ({ event: 'EXERCISE', user_id: 1, entity_id: 'a', ...changes }));
    const body = fc.oneof(
      event.map((value) => JSON.stringify(value)),
      fc.array(fc.oneof(event, odd)).map((value) => JSON.stringify(value)),
      fc.string({ unit: 'binary' }),
    );
    const header = fc.oneof(fc.string(), fc.array(fc.string()), fc.constant(vector.signature));
    await fc.assert(
      fc.asyncProperty(body, header, async (reported, signature) => {
        expect(Array.isArray(polarEvents(parseJson(reported)))).toBe(true);
        const { store } = await polarWebhookAnswer(
          delivery(reported, { 'polar-webhook-signature': signature }),
          memory,
        );
        expect(store).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a Polar exercise', () => {
  it('yields a workout with all values that count, but no health data', () => {
    const { startedAt, ...rest } = workout({}) ?? {};
    expect(startedAt?.toString()).toBe('2026-11-20T05:30:00Z');
    expect(rest).toEqual({
      externalId: 'aQlC83',
      utcOffsetMinutes: 60,
      elapsedSeconds: 1930,
      movingSeconds: null,
      metres: 5230,
      steps: null,
      sportType: 'TRAIL_RUNNING',
      name: null,
      device: 'Polar Vantage V3',
      isManual: false,
      viewUrl: null,
      cameFrom: null,
    });
  });

  it('starts at its local time minus the UTC offset', () => {
    const at = (start_time: string, start_time_utc_offset: number) =>
      workout({ start_time, start_time_utc_offset })?.startedAt.toString();
    expect(at('2026-11-20T23:58:00', 60)).toBe('2026-11-20T22:58:00Z');
    expect(at('2026-11-21T00:30:00', 840)).toBe('2026-11-20T10:30:00Z');
    expect(at('2026-11-19T23:30:00', -660)).toBe('2026-11-20T10:30:00Z');
    // On this night, 2:30 occurs twice. Some of Polar's examples end with a meaningless Z.
    expect(at('2026-10-25T02:30:00', 120)).toBe('2026-10-25T00:30:00Z');
    expect(at('2026-10-25T02:30:00.500', 60)).toBe('2026-10-25T01:30:00.5Z');
    expect(at('2026-11-20T06:30:00Z', 60)).toBe('2026-11-20T05:30:00Z');
  });

  it('lasts as long as its ISO 8601 duration, including fractions', () => {
    const lasting = (duration: string) => workout({ duration })?.elapsedSeconds;
    expect(lasting('PT1H2M3.123S')).toBe(3723);
    expect(lasting('PT59.6S')).toBe(60);
    expect(lasting('P1DT1H')).toBe(90_000);
    expect(lasting('PT0S')).toBe(0);
  });

  it('may lack a distance, a device and a detailed sport', () => {
    const bare = { distance: undefined, device: undefined, detailed_sport_info: undefined };
    expect(workout(bare)).toMatchObject({ metres: null, device: null, sportType: 'RUNNING' });
    expect(workout({ ...bare, sport: '' })).toMatchObject({ sportType: 'OTHER' });
    expect(workout({ detailed_sport_info: 'UNDERWATER_CHESS' })).toMatchObject({
      sportType: 'UNDERWATER_CHESS',
    });
  });

  it('is ignored if it is malformed', () => {
    for (const changes of [
      { id: null },
      { start_time: 'soon' },
      { start_time: '2026-02-30T06:30:00' },
      { start_time_utc_offset: undefined },
      { start_time_utc_offset: 1e9 },
      { duration: 'PT' },
      { duration: 'P1M' },
      { duration: '-PT5M' },
      { duration: 1930 },
    ])
      expect(workout(changes), JSON.stringify(changes)).toBeUndefined();
  });

  it('never causes an exception, whatever it contains', () => {
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.integer().map(String),
    );
    const duration = fc.stringMatching(/^-?P(\d{1,20}[YMWDHS.,T]{1,2}){0,4}$/);
    const reported = fc.dictionary(fc.constantFrom(...Object.keys(exercise)), fc.oneof(odd, duration));
    fc.assert(
      fc.property(reported, (changes) => {
        const read = workout(changes);
        if (read) expect(read.startedAt.toString()).toMatch(/Z$/);
      }),
      { numRuns: 2_000 },
    );
  });
});
