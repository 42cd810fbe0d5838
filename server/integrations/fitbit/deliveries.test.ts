import type { Temporal } from 'temporal-polyfill';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forged, late, swapped, twice } from '../../../simulators/delivery-faults.ts';
import { idOf } from '../../../simulators/google/members.ts';
import { type ConnectedFitbit, connectedFitbit } from '../../testing/connected-fitbit.ts';
import type { Access } from '../providers/provider.ts';
import { fitbit } from './fitbit.ts';

let at: ConnectedFitbit;

beforeEach(async () => {
  at = await connectedFitbit();
});
afterEach(() => at.close());

const now = () => at.world.now();
const daysAgo = (days: number) =>
  now()
    .subtract({ hours: 24 * days })
    .round('second');

/** Collects the workouts that `list` finds between two times. */
async function listed(access: Access, from: Temporal.Instant, until: Temporal.Instant) {
  const found = [];
  for await (const workouts of at.provider.list(access, from, until)) found.push(...workouts);
  return found;
}

describe('Fitbit webhooks', () => {
  /** Reads the workouts that the received webhook events refer to. */
  async function ledTo(access: Access) {
    const found = [];
    for (const event of at.receiver.events()) {
      if (event.kind === 'changed') found.push(await at.read(access, event.externalId));
      if (event.kind === 'changedBetween') found.push(...(await listed(access, event.from, event.until)));
    }
    return found;
  }

  it('start after Google has verified our address with and without the secret', async () => {
    await at.subscribe();
    expect(at.receiver.statuses).toEqual([200, 401]);
    expect(at.receiver.bodies).toEqual([]);
  });

  it('are not set up if there is no Google project; polls then find all workouts', async () => {
    const alone = fitbit({
      clientId: 'ours.apps',
      clientSecret: 'a secret & more',
      baseUrl: at.settings.baseUrl,
    });
    await alone.subscribe?.(at.receiver.address, at.receiver.memory, now());
    expect(at.receiver.statuses).toEqual([]);
    expect(alone.polling).toBe('nightly');
  });

  it('are sent to the most recently subscribed address, and need only one subscriber', async () => {
    await at.subscribe();
    const secret = await at.receiver.memory.get('secret');
    await at.world.advance({ hours: 24 });
    await at.subscribe({ address: `${at.receiver.address}?again` });
    expect(await at.receiver.memory.get('secret')).toBe(secret);
    const { userId } = await at.couple();
    await at.google.record(userId, at.recording());
    expect(at.receiver.events()).toHaveLength(1);
    const named = { subscribers: [{ endpointUri: `${at.receiver.address}?again` }] };
    expect(at.google.subscribers.list('')).toMatchObject(named);
  });

  it('cause an operator error if the address cannot be verified or the project is invalid', async () => {
    const operator = { kind: 'operator' };
    await expect(at.subscribe({ address: 'http://127.0.0.1:9/nowhere' })).rejects.toMatchObject(operator);
    at.receiver.answerAlways(200);
    await expect(at.subscribe()).rejects.toMatchObject(operator);
    at.receiver.answerAlways(undefined);
    const { number, account } = at.settings.project ?? { number: '', account: undefined };
    if (!account) throw new Error('no project');
    const { subscribe } = at.provider;
    for (const project of [
      { number: '1', account },
      { number, account: { ...account, client_email: 'other@example.com' } },
      { number, account: { ...account, private_key: '-----BEGIN PRIVATE KEY-----\nAAAA' } },
    ]) {
      const wrong = fitbit({ ...at.settings, project });
      await expect(wrong.subscribe?.(at.receiver.address, at.receiver.memory, now())).rejects.toMatchObject(
        operator,
      );
    }
    await subscribe?.(at.receiver.address, at.receiver.memory, now());
  });

  it('report new and changed workouts, in a list or as a single object, with either signature header', async () => {
    await at.subscribe();
    const { userId, access } = await at.couple();
    const point = await at.google.record(userId, at.recording());
    expect(at.receiver.events()).toMatchObject([{ userId, kind: 'changedBetween' }]);
    expect(await ledTo(access)).toMatchObject([{ externalId: idOf(point), metres: 5230 }]);
    at.receiver.bodies.length = 0;
    at.google.subscribers.form = 'object';
    at.google.subscribers.signatureHeader = 'x-healthapi-signature';
    await at.google.edit(userId, idOf(point), at.recording({ metres: 6000, startedAt: daysAgo(2) }));
    expect(await ledTo(access)).toMatchObject([
      { externalId: idOf(point), metres: 6000, startedAt: daysAgo(2) },
    ]);
    expect(at.receiver.statuses.slice(2)).toEqual([204, 204]);
  });

  it('report a deleted workout by id or by time, after which the workout can no longer be read', async () => {
    await at.subscribe();
    const { userId, access } = await at.couple();
    for (const by of ['id', 'interval'] as const) {
      at.google.deletesBy = by;
      const point = await at.google.record(userId, at.recording());
      at.receiver.bodies.length = 0;
      await at.google.remove(userId, idOf(point));
      expect(at.receiver.events()).toMatchObject([
        by === 'id'
          ? { userId, kind: 'changed', externalId: idOf(point) }
          : { userId, kind: 'changedBetween' },
      ]);
      expect((await ledTo(access)).filter(Boolean)).toEqual([]);
    }
  });

  it('report a revoked consent, after which the tokens are invalid', async () => {
    await at.subscribe();
    const { userId, grant, access } = await at.couple();
    await at.google.uncouple(userId);
    expect(at.receiver.events()).toEqual([{ userId, kind: 'revoked' }]);
    await expect(at.provider.check(access)).rejects.toMatchObject({ kind: 'access' });
    await expect(at.provider.refresh?.(grant.tokens, now())).rejects.toMatchObject({ kind: 'gone' });
    await at.google.record(userId, at.recording());
    expect(at.receiver.events()).toHaveLength(1);
  });

  it('are accepted if they are genuine, and rejected if any part is forged', async () => {
    await at.subscribe();
    const { userId } = await at.couple();
    const { subscribers } = at.google;
    subscribers.transport = forged('google-health-api-signature');
    await at.google.record(userId, at.recording());
    subscribers.transport = forged('authorization');
    await at.google.record(userId, at.recording());
    subscribers.transport = ({ headers: { authorization = '', ...headers }, ...message }, send) =>
      send({ ...message, headers: { ...headers, authorization, 'google-health-api-signature': '' } });
    await at.google.record(userId, at.recording());
    subscribers.transport = (message, send) => send({ ...message, body: `${message.body} ` });
    await at.google.record(userId, at.recording());
    expect(at.receiver.statuses.slice(2)).toEqual([401, 401, 401, 401]);
    expect(at.receiver.bodies).toEqual([]);
    subscribers.transport = (message, send) => send(message);
    await at.google.record(userId, at.recording());
    expect(at.receiver.statuses.at(-1)).toBe(204);
    // The simulator retries the rejected calls, which are still forged.
    await at.world.advance({ minutes: 1 });
    expect(at.receiver.bodies).toHaveLength(1);
  });

  it('cause Google’s keys to be fetched again for an unknown key id, but only once a minute', async () => {
    await at.subscribe();
    const { userId } = await at.couple();
    const { keys } = at.google;
    const record = () => at.google.record(userId, at.recording());
    await record();
    await record();
    expect(keys.timesRead).toBe(1);
    keys.rotate();
    await Promise.all(Array.from({ length: 20 }, record));
    expect(keys.timesRead).toBe(2);
    expect(at.receiver.bodies).toHaveLength(22);
    // Send an unknown key id, as an attacker who knows the secret could.
    at.google.subscribers.transport = (message, send) =>
      send({
        ...message,
        headers: { ...message.headers, 'google-health-api-signature': 'AQAAAAAwRAIg' },
      });
    for (let times = 0; times < 5; times++) await record();
    expect(keys.timesRead).toBe(2);
    expect(at.receiver.statuses.slice(-5)).toEqual([401, 401, 401, 401, 401]);
  });

  it('are retried by Google if its keys were unavailable', async () => {
    await at.subscribe();
    const { userId } = await at.couple();
    at.faults.failing = { calls: 1, status: 500 };
    await at.google.record(userId, at.recording());
    expect(at.receiver.statuses.at(-1)).toBe(503);
    expect(at.receiver.bodies).toEqual([]);
    await at.world.advance({ minutes: 1 });
    expect(at.receiver.bodies).toHaveLength(1);
  });

  it('are retried for up to seven days until they are accepted', async () => {
    await at.subscribe();
    const { userId } = await at.couple();
    at.receiver.answerAlways(500);
    await at.google.record(userId, at.recording());
    await at.world.advance({ minutes: 8 });
    expect(at.receiver.statuses.slice(2)).toEqual([500, 500, 500, 500]);
    // Google accepts only status 204 and retries after a 200.
    at.receiver.answerAlways(200);
    await at.world.advance({ hours: 24 * 3 });
    at.receiver.answerAlways(undefined);
    await at.world.advance({ hours: 1 });
    expect(at.receiver.events()).toHaveLength(1);
    at.receiver.answerAlways(503);
    await at.google.record(userId, at.recording());
    await at.world.advance({ hours: 24 * 8 });
    at.receiver.answerAlways(undefined);
    await at.world.advance({ hours: 24 * 8 });
    expect(at.receiver.events()).toHaveLength(1);
  });

  it('have the same effect if they are repeated, late, reordered or sent for 500 workouts at once', async () => {
    await at.subscribe();
    const { userId, access } = await at.couple();
    const { subscribers } = at.google;
    subscribers.transport = twice;
    const first = await at.google.record(userId, at.recording());
    expect(at.receiver.events()).toHaveLength(2);
    subscribers.transport = late(at.world, 3 * 86_400);
    const started = daysAgo(1);
    const second = await at.google.record(userId, at.recording({ startedAt: started }));
    expect(at.receiver.events()).toHaveLength(2);
    await at.world.advance({ hours: 72 });
    expect(at.receiver.events()).toHaveLength(3);
    // The deletion is delivered before the event about the new workout.
    subscribers.transport = swapped();
    const third = await at.google.record(userId, at.recording());
    await at.google.remove(userId, idOf(third));
    expect(
      at.receiver
        .events()
        .slice(3)
        .map(({ kind }) => kind),
    ).toEqual(['changed', 'changedBetween']);
    const renewed = await at.couple(userId);
    const ids = new Set((await ledTo(renewed.access)).map((workout) => workout?.externalId));
    expect([...ids].filter(Boolean).sort()).toEqual([idOf(first), idOf(second)].sort());
    expect(access.userId).toBe(userId);

    subscribers.transport = (message, send) => send(message);
    at.receiver.bodies.length = 0;
    const other = await at.couple();
    const points = Array.from({ length: 500 }, (_, place) =>
      at.google.members.keep(
        at.google.members.one(other.userId),
        at.recording({ startedAt: now().subtract({ minutes: 40 * (place + 1) }) }),
      ),
    );
    await subscribers.tellChanged(other.userId, points);
    expect(at.receiver.events()).toHaveLength(1);
    expect(await ledTo(other.access)).toHaveLength(500);
  });
});
