import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forged, late, swapped, twice } from '../../../simulators/delivery-faults.ts';
import type { SimulatedGarmin } from '../../../simulators/garmin/garmin.ts';
import type { World } from '../../../simulators/world.ts';
import { type ConnectedGarmin, connectedGarmin, withHistory } from '../../testing/connected-garmin.ts';
import type { Access } from '../providers/provider.ts';
import { garmin as adapter } from './garmin.ts';

let at: ConnectedGarmin;
let garmin: SimulatedGarmin;
let world: World;

beforeEach(async () => {
  at = await connectedGarmin();
  ({ garmin, world } = at.services);
});
afterEach(() => at.close());

describe('Garmin workouts', () => {
  it('are delivered when they are recorded and when they are edited', async () => {
    const { grant } = await at.couple();
    const { userId } = grant;
    const { activityId } = garmin.record(userId, at.recording());
    expect(await at.events()).toMatchObject([
      { userId, kind: 'delivered', workout: { externalId: String(activityId), metres: 5230, steps: 5120 } },
    ]);
    garmin.edit(userId, String(activityId), at.recording({ metres: 6000, isManual: true }));
    expect((await at.events())[1]).toMatchObject({
      kind: 'delivered',
      workout: { externalId: String(activityId), metres: 6000, isManual: true },
    });
  });

  it('cause no event when they are deleted', async () => {
    const { grant } = await at.couple();
    const { activityId } = garmin.record(grant.userId, at.recording());
    await at.events();
    garmin.remove(grant.userId, String(activityId));
    expect(await at.events()).toHaveLength(1);
  });

  it('are delivered only for people who have allowed delivery', async () => {
    const { grant } = await at.couple();
    garmin.record(garmin.members.add('Toka').userId, at.recording());
    garmin.permit(grant.userId, ['HEALTH_EXPORT']);
    garmin.record(grant.userId, at.recording());
    expect(await at.events()).toEqual([{ userId: grant.userId, kind: 'permissions', mayRead: false }]);
    await expect(at.provider.check(at.accessOf(grant))).rejects.toMatchObject({ kind: 'consent' });
  });

  it('are delivered as separate parts if they combine several sports', async () => {
    const { grant } = await at.couple();
    const parts = ['LAP_SWIMMING', 'TRANSITION_V2', 'ROAD_BIKING'].map((sportType) =>
      at.recording({ sportType, metres: 1000 }),
    );
    garmin.recordMultisport(grant.userId, parts);
    const events = await at.events();
    expect(events).toHaveLength(3);
    const sum = events.reduce(
      (metres, event) => metres + (event.kind === 'delivered' ? (event.workout.metres ?? 0) : 0),
      0,
    );
    expect(sum).toBe(3000);
  });

  it('are delivered in a single call, even if there are 500 from several people', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => at.couple()));
    for (let number = 0; number < 500; number++)
      garmin.record(people[number % 5]?.grant.userId ?? '', at.recording());
    const events = await at.events();
    expect(at.receiver.bodies).toHaveLength(1);
    expect(events).toHaveLength(500);
    expect(new Set(events.map(({ userId }) => userId)).size).toBe(5);
  });

  it('are rejected if the call does not name our client', async () => {
    const { grant } = await at.couple();
    const forged = JSON.stringify({ deregistrations: [{ userId: grant.userId }] });
    const send = (headers: Record<string, string>) =>
      fetch(at.receiver.address, { method: 'POST', body: forged, headers });
    expect((await send({})).status).toBe(403);
    expect((await send({ 'garmin-client-id': 'theirs' })).status).toBe(403);
    expect(at.receiver.bodies).toEqual([]);
  });

  it('can still be accessed after a forged deregistration, because the consent is still valid', async () => {
    const { grant, access } = await at.couple();
    await garmin.push.send({ deregistrations: [{ userId: grant.userId }] });
    expect(await at.events()).toEqual([{ userId: grant.userId, kind: 'revoked' }]);
    await at.provider.check(access);
  });

  it('are sent again for up to seven days until they are accepted', async () => {
    const { grant } = await at.couple();
    at.receiver.answerAlways(500);
    garmin.record(grant.userId, at.recording());
    await garmin.push.flush();
    await world.advance({ minutes: 8 });
    expect(at.receiver.statuses).toEqual([500, 500, 500, 500]);
    await world.advance({ hours: 72 });
    at.receiver.answerAlways(undefined);
    await world.advance({ hours: 1 });
    expect(at.receiver.events()).toHaveLength(1);
    at.receiver.answerAlways(503);
    garmin.record(grant.userId, at.recording());
    await garmin.push.flush();
    await world.advance({ hours: 24 * 8 });
    at.receiver.answerAlways(undefined);
    await world.advance({ hours: 24 * 8 });
    expect(at.receiver.events()).toHaveLength(1);
  });

  it('are fetched from the reported address in ping mode', async () => {
    garmin.push.portal.mode = 'ping';
    const { grant, access } = await at.couple();
    const { activityId } = garmin.record(grant.userId, at.recording());
    const [event] = await at.events();
    if (event?.kind !== 'waiting') throw new Error('nothing waits');
    expect(await at.provider.collect?.(access, event.address)).toMatchObject([
      { externalId: String(activityId), metres: 5230 },
    ]);
    const { access: other } = await at.couple();
    await expect(at.provider.collect?.(other, event.address)).rejects.toMatchObject({ kind: 'access' });
  });

  it('are not fetched from an address that must not receive the token', async () => {
    const { access } = await at.couple();
    for (const address of [
      'https://evil.example/wellness-api/rest/activities',
      `${at.baseUrl.replace('127.0.0.1', 'localhost')}/wellness-api/rest/activities`,
      `${at.baseUrl.replace('//', '//user@')}/wellness-api/rest/activities`,
      `${at.baseUrl}/wellness-api/restless`,
      `${at.baseUrl}/wellness-api/rest/../../other`,
      'file:///etc/passwd',
      'nowhere',
    ])
      await expect(at.provider.collect?.(access, address), address).rejects.toMatchObject({
        kind: 'refused',
      });
  });
});

describe('earlier Garmin workouts', () => {
  it('are delivered some time after they are requested', async () => {
    const { userId } = garmin.members.add('Eka');
    garmin.record(userId, at.recording());
    garmin.record(userId, at.recording({ startedAt: world.now().subtract({ hours: 24 * 20 }) }));
    garmin.record(userId, at.recording({ startedAt: world.now().subtract({ hours: 24 * 40 }) }));
    const { access } = await at.couple(withHistory, userId);
    expect(await at.events()).toEqual([]);
    expect(await at.listAll(access, at.provider.firstImportDays)).toEqual([]);
    await world.advance({ seconds: 5 });
    expect(await at.events()).toHaveLength(2);
  });

  it('go back only to Garmin’s own limit, even if more history is requested', async () => {
    const { userId } = garmin.members.add('Eka');
    garmin.record(userId, at.recording({ startedAt: world.now().subtract({ hours: 24 * 29 }) }));
    const { access } = await at.couple(withHistory, userId);
    await at.listAll(access, 100);
    await world.advance({ seconds: 5 });
    expect(await at.events()).toHaveLength(1);
  });

  it('are skipped if the person has not allowed access to their history', async () => {
    const { access } = await at.couple();
    expect(await at.listAll(access, 30)).toEqual([]);
    await world.advance({ seconds: 5 });
    expect(await at.events()).toEqual([]);
    const around = { startedAt: world.now(), elapsedSeconds: 60 };
    await expect(at.provider.read(access, '1', around)).rejects.toMatchObject({ kind: 'refused' });
  });

  it('are not delivered without the permission for activities', async () => {
    const { grant, access } = await at.couple(withHistory);
    garmin.permit(grant.userId, ['HISTORICAL_DATA_EXPORT']);
    await expect(at.listAll(access, 5)).rejects.toMatchObject({ kind: 'consent' });
  });

  it('can each be requested again only once', async () => {
    const { grant, access } = await at.couple(withHistory);
    const one = at.recording();
    const { activityId } = garmin.record(grant.userId, one);
    await at.events();
    const read = () => at.provider.read(access, String(activityId), one);
    expect(await read()).toBeUndefined();
    await world.advance({ seconds: 5 });
    expect(await at.events()).toMatchObject([
      { kind: 'delivered' },
      { workout: { externalId: String(activityId) } },
    ]);
    await expect(read()).rejects.toMatchObject({ kind: 'refused' });
  });

  it('can be requested only a limited number of times per minute', async () => {
    garmin.key = 'evaluation';
    const people = await Promise.all(Array.from({ length: 4 }, () => at.couple(withHistory)));
    for (const { access } of people.slice(0, 3)) await at.listAll(access, 29);
    const access = { ...(people[3]?.access as Access), now: world.now() };
    const refused = await at.listAll(access, 29).catch((error) => error);
    expect(refused).toMatchObject({ kind: 'limit' });
    await world.advance({ seconds: Math.ceil(access.now.until(refused.retryAt).total('seconds')) });
    await at.listAll(access, 29);
  });
});

describe('the Garmin adapter', () => {
  it('receives repeated, late and reordered events, and rejects forged events', async () => {
    const { grant } = await at.couple();
    const { userId } = grant;
    const metres = async () =>
      (await at.events()).map((event) => event.kind === 'delivered' && event.workout.metres);
    garmin.push.transport = twice;
    garmin.record(userId, at.recording({ metres: 1000 }));
    expect(await metres()).toEqual([1000, 1000]);
    garmin.push.transport = late(world, 3 * 86_400);
    garmin.record(userId, at.recording({ metres: 2000 }));
    expect(await metres()).toHaveLength(2);
    await world.advance({ hours: 73 });
    expect(await metres()).toEqual([1000, 1000, 2000]);
    garmin.push.transport = swapped();
    const { activityId } = garmin.record(userId, at.recording({ metres: 3000 }));
    await garmin.push.flush();
    garmin.edit(userId, String(activityId), at.recording({ metres: 4000 }));
    expect((await metres()).slice(3)).toEqual([4000, 3000]);
    garmin.push.transport = forged('garmin-client-id');
    garmin.record(userId, at.recording({ metres: 5000 }));
    expect(await metres()).toHaveLength(5);
    expect(at.receiver.statuses.at(-1)).toBe(403);
  });

  it('reports Garmin as down for as long as errors last, and then recovers', async () => {
    const { grant, access } = await at.couple(withHistory);
    const { Garmin: faults } = at.services.faults;
    for (const status of [500, 502, 503]) {
      faults.failing = { calls: 4, status };
      for (const call of [
        () => at.provider.check(access),
        () => at.listAll(access, 1),
        async () => at.provider.refresh?.(grant.tokens, world.now()),
        () => at.provider.revoke(access, grant.tokens),
      ])
        await expect(call()).rejects.toMatchObject({ kind: 'down' });
    }
    await at.provider.check(access);
    faults.downUntil = world.now().add({ hours: 1 });
    await expect(at.provider.check(access)).rejects.toMatchObject({ kind: 'down' });
    await world.advance({ minutes: 61 });
    await at.provider.check(access);
    await at.provider.refresh?.(grant.tokens, world.now());
  });

  it('reports Garmin as down if responses are invalid or missing', async () => {
    const { grant, access } = await at.couple();
    let type = 'text/html';
    const broken = fastify();
    broken.addContentTypeParser('*', (_request, _body, done) => done(null));
    broken.all('/*', async (_request, reply) => reply.code(200).type(type).send('<html>'));
    const base = await broken.listen({ port: 0, host: '127.0.0.1' });
    const there = adapter({ ...at.services.client, baseUrl: base });
    const allDown = async () => {
      for (const call of [
        () => there.check(access),
        async () => there.refresh?.(grant.tokens, world.now()),
        async () => there.collect?.(access, `${base}/wellness-api/rest/activities?token=XYZ`),
      ])
        await expect(call()).rejects.toMatchObject({ kind: 'down' });
    };
    for (type of ['text/html', 'application/json']) await allDown();
    await broken.close();
    await allDown();
  });
});
