import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SimulatedPolar } from '../../../simulators/polar/polar.ts';
import type { World } from '../../../simulators/world.ts';
import { type ConnectedPolar, connectedPolar } from '../../testing/connected-polar.ts';
import { polar as adapter } from './polar.ts';

let at: ConnectedPolar;
let polar: SimulatedPolar;
let world: World;

beforeEach(async () => {
  at = await connectedPolar();
  ({ polar, world } = at.services);
});
afterEach(() => at.close());

describe('Polar workouts', () => {
  it('are listed if they were uploaded after the registration and in the last 30 days', async () => {
    const { userId: before } = polar.members.add('Eka');
    await polar.record(before, at.recording());
    const { access } = await at.couple(before);
    expect(await at.listAll(access)).toEqual([]);
    const { id } = await polar.record(before, at.recording());
    await polar.record(before, at.recording({ startedAt: world.now().subtract({ hours: 24 * 3 }) }));
    expect(await at.listAll(access, 1)).toMatchObject([
      { externalId: id, metres: 5230, elapsedSeconds: 1930, sportType: 'TRAIL_RUNNING', steps: null },
    ]);
    expect(await at.listAll(access)).toHaveLength(2);
    await world.advance({ hours: 24 * 31 });
    expect(await at.listAll({ ...access, now: world.now() }, 60)).toEqual([]);
  });

  it('are read one by one in their latest version, and are no longer found once they are deleted', async () => {
    const { userId, access } = await at.couple();
    const { id } = await polar.record(userId, at.recording());
    const read = () => at.read(access, id);
    expect(await read()).toMatchObject({ externalId: id, metres: 5230 });
    polar.edit(userId, String(id), at.recording({ metres: 6000 }));
    expect(await read()).toMatchObject({ metres: 6000 });
    polar.remove(userId, String(id));
    expect(await read()).toBeUndefined();
    expect(await at.listAll(access)).toEqual([]);
  });

  it('are not found if they belong to somebody else, and the consent stays valid', async () => {
    const { access } = await at.couple();
    const { userId: other } = await at.couple();
    const { id } = await polar.record(other, at.recording());
    expect(await at.read(access, id)).toBeUndefined();
    expect(await at.read(access, '../users')).toBeUndefined();
  });

  it('may lack distance and device, and have an unknown sport', async () => {
    const { userId, access } = await at.couple();
    const { startedAt, utcOffsetMinutes, elapsedSeconds } = at.recording();
    await polar.record(userId, {
      startedAt,
      utcOffsetMinutes,
      elapsedSeconds,
      sportType: 'UNDERWATER_CHESS',
    });
    expect(await at.listAll(access)).toMatchObject([
      { metres: null, device: null, sportType: 'UNDERWATER_CHESS', name: null },
    ]);
  });

  it('may have any string or number as an id', async () => {
    const { userId, access } = await at.couple();
    for (const id of [20815044923, '20815044924', 'a-b_c=/?#'])
      await polar.record(userId, at.recording(), { id });
    const ids = (await at.listAll(access)).map(({ externalId }) => externalId);
    expect(ids).toEqual(['20815044923', '20815044924', 'a-b_c=/?#']);
    for (const id of ids) expect(await at.read(access, id)).toMatchObject({ externalId: id });
  });

  it('belong to their local day', async () => {
    const { userId, access } = await at.couple();
    for (const utcOffsetMinutes of [60, 840, -660, 345]) {
      const startedAt = world.now().subtract({ hours: 48 }).round({ smallestUnit: 'hour' });
      const { id } = await polar.record(userId, at.recording({ startedAt, utcOffsetMinutes }));
      const read = await at.read(access, id);
      expect(read).toMatchObject({ utcOffsetMinutes });
      expect(read?.startedAt.toString()).toBe(startedAt.toString());
    }
  });
});

describe('Polar’s limits', () => {
  it('apply per quarter of an hour, with a retry time', async () => {
    const { access } = await at.couple();
    await at.provider.check(access);
    polar.limits.take(1, 520);
    const refused = await at.provider.check(access).catch((error) => error);
    expect(refused).toMatchObject({ kind: 'limit' });
    const wait = access.now.until(refused.retryAt).total('seconds');
    expect(wait).toBeGreaterThan(15 * 60 - 30);
    expect(wait).toBeLessThanOrEqual(15 * 60);
    await world.advance({ seconds: Math.ceil(wait) });
    await at.provider.check(access);
  });

  it('apply per day, and also count calls that exceed the short limit', async () => {
    const { access } = await at.couple();
    for (let quarter = 0; quarter < 10; quarter++) {
      polar.limits.take(1, 600);
      await world.advance({ minutes: 16 });
    }
    const now = world.now();
    const refused = await at.provider.check({ ...access, now }).catch((error) => error);
    expect(refused).toMatchObject({ kind: 'limit' });
    const wait = now.until(refused.retryAt).total('hours');
    expect(wait).toBeGreaterThan(21);
    expect(wait).toBeLessThan(22);
  });
});

describe('the Polar adapter when Polar fails', () => {
  it('reports Polar as down for as long as errors last, and then recovers', async () => {
    const { access } = await at.couple();
    const { Polar: faults } = at.services.faults;
    for (const status of [500, 502, 503]) {
      faults.failing = { calls: 3, status };
      for (const call of [
        () => at.provider.check(access),
        () => at.read(access, 'a'),
        () => at.provider.revoke(access, { ...access, refreshToken: null, expiresAt: access.now }),
      ])
        await expect(call()).rejects.toMatchObject({ kind: 'down' });
    }
    await at.provider.check(access);
    faults.downUntil = world.now().add({ hours: 1 });
    await expect(at.provider.check(access)).rejects.toMatchObject({ kind: 'down' });
    await world.advance({ minutes: 61 });
    await at.provider.check(access);
  });

  it('reports Polar as down if responses are invalid or missing', async () => {
    const { access } = await at.couple();
    const { arrival } = await at.agree();
    let type = 'text/html';
    const broken = fastify();
    broken.addContentTypeParser('*', (_request, _body, done) => done(null));
    broken.all('/*', async (_request, reply) => reply.code(200).type(type).send('<html>'));
    const base = await broken.listen({ port: 0, host: '127.0.0.1' });
    const there = adapter({ ...at.services.client, baseUrl: base });
    const allDown = async () => {
      for (const call of [
        () => there.check(access),
        () => there.read(access, 'a', { startedAt: access.now, elapsedSeconds: 0 }),
        () => there.grant(arrival, world.now()),
        async () => there.subscribe?.(at.receiver.address, at.receiver.memory, world.now()),
      ])
        await expect(call()).rejects.toMatchObject({ kind: 'down' });
    };
    for (type of ['text/html', 'application/json']) await allDown();
    await broken.close();
    await allDown();
  });
});
