import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forged, late, swapped, twice } from '../../../simulators/delivery-faults.ts';
import type { SimulatedPolar } from '../../../simulators/polar/polar.ts';
import type { World } from '../../../simulators/world.ts';
import { type ConnectedPolar, connectedPolar } from '../../testing/connected-polar.ts';

let at: ConnectedPolar;
let polar: SimulatedPolar;
let world: World;

beforeEach(async () => {
  at = await connectedPolar();
  ({ polar, world } = at.services);
});
afterEach(() => at.close());

describe('Polar’s webhook', () => {
  it('is created after a PING, and reports new workouts', async () => {
    await at.subscribe();
    expect(at.receiver.statuses).toEqual([200]);
    const { userId, access } = await at.couple();
    const { id } = await polar.record(userId, at.recording());
    const [event] = at.receiver.events();
    expect(event).toEqual({ kind: 'changed', userId: String(userId), externalId: id });
    expect(await at.read(access, id)).toMatchObject({ metres: 5230 });
  });

  it('is not created if the PING fails', async () => {
    at.receiver.answerAlways(500);
    const making = at.subscribe();
    await expect(making).rejects.toMatchObject({ kind: 'refused' });
    expect(polar.webhooks.list()).toEqual({ data: [] });
  });

  it('stays unchanged while it is valid, and moves when the address changes', async () => {
    await at.subscribe();
    const before = polar.webhooks.list();
    await at.subscribe();
    expect(polar.webhooks.list()).toEqual(before);
    await at.subscribe({ address: `${at.receiver.address}?moved` });
    expect(polar.webhooks.list()).toMatchObject({
      data: [{ url: `${at.receiver.address}?moved`, active: true }],
    });
    const { userId } = await at.couple();
    await polar.record(userId, at.recording());
    expect(at.receiver.events()).toHaveLength(1);
  });

  it('is created again if its secret is lost', async () => {
    await at.subscribe();
    await at.receiver.memory.remove('webhook');
    const { userId } = await at.couple();
    await polar.record(userId, at.recording());
    expect(at.receiver.statuses).toEqual([200, 503]);
    await at.subscribe();
    await polar.record(userId, at.recording());
    expect(at.receiver.events()).toHaveLength(1);
  });

  it('is deactivated after seven days of failures, and reactivated when we subscribe again', async () => {
    await at.subscribe();
    const { userId, access } = await at.couple();
    at.receiver.answerAlways(503);
    await polar.record(userId, at.recording());
    await world.advance({ hours: 24 * 6 });
    expect(polar.webhooks.list()).toMatchObject({ data: [{ active: true }] });
    expect(at.receiver.statuses).toEqual([200, 503, 503, 503]);
    await world.advance({ hours: 25 });
    expect(polar.webhooks.list()).toMatchObject({ data: [{ active: false }] });
    at.receiver.answerAlways(undefined);
    await polar.record(userId, at.recording());
    expect(at.receiver.events()).toEqual([]);
    await at.subscribe();
    expect(polar.webhooks.list()).toMatchObject({ data: [{ active: true }] });
    await polar.record(userId, at.recording());
    expect(at.receiver.events()).toHaveLength(1);
    expect(await at.listAll({ ...access, now: world.now() })).toHaveLength(3);
  });

  it('rejects forged calls', async () => {
    await at.subscribe();
    const { userId } = await at.couple();
    const send = (headers: Record<string, string>) =>
      fetch(at.receiver.address, {
        method: 'POST',
        body: JSON.stringify({ event: 'EXERCISE', user_id: userId, entity_id: 'aQlC83' }),
        headers: { 'polar-webhook-event': 'EXERCISE', ...headers },
      });
    expect((await send({})).status).toBe(401);
    expect((await send({ 'polar-webhook-signature': '0'.repeat(64) })).status).toBe(401);
    expect(at.receiver.bodies).toEqual([]);
  });

  it('accepts repeated, late and reordered calls, and rejects forged ones', async () => {
    await at.subscribe();
    const { userId } = await at.couple();
    const ids = () => at.receiver.events().map((event) => 'externalId' in event && event.externalId);
    polar.webhooks.transport = twice;
    const { id: first } = await polar.record(userId, at.recording());
    expect(ids()).toEqual([first, first]);
    polar.webhooks.transport = late(world, 3 * 86_400);
    const { id: second } = await polar.record(userId, at.recording());
    expect(ids()).toHaveLength(2);
    await world.advance({ hours: 73 });
    expect(ids()).toEqual([first, first, second]);
    polar.webhooks.transport = swapped();
    const { id: third } = await polar.record(userId, at.recording());
    const { id: fourth } = await polar.record(userId, at.recording());
    expect(ids().slice(3)).toEqual([fourth, third]);
    polar.webhooks.transport = forged('polar-webhook-signature');
    await polar.record(userId, at.recording());
    expect(ids()).toHaveLength(5);
    expect(at.receiver.statuses.at(-1)).toBe(401);
  });
});
