import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forged, late, swapped, twice } from '../../../simulators/delivery-faults.ts';
import type { SimulatedStrava } from '../../../simulators/strava/strava.ts';
import type { World } from '../../../simulators/world.ts';
import { type ConnectedStrava, connectedStrava } from '../../testing/connected-strava.ts';
import { webhookReceiver } from '../../testing/webhook-receiver.ts';

let at: ConnectedStrava;
let strava: SimulatedStrava;
let world: World;

beforeEach(async () => {
  at = await connectedStrava();
  ({ strava, world } = at.services);
});
afterEach(() => at.close());

describe('Strava events', () => {
  it('are sent after the address has responded to the verification call', async () => {
    await at.subscribe();
    expect(at.receiver.statuses).toEqual([200]);
    expect(strava.events.list()).toMatchObject([{ callback_url: at.receiver.address }]);
    await at.subscribe();
    expect(at.receiver.statuses).toEqual([200]);
  });

  it('are not sent if the verification token is wrong', async () => {
    await at.subscribe();
    const ask = (query: string) => fetch(`${at.receiver.address}?hub.mode=subscribe&${query}`);
    expect((await ask('hub.challenge=1&hub.verify_token=guessed')).status).toBe(403);
    expect((await ask('hub.challenge=1')).status).toBe(403);
    await expect(strava.events.subscribe(at.receiver.address, 'another')).rejects.toThrow('already exists');
    strava.events.remove(String(strava.events.list()[0]?.id));
    await expect(strava.events.subscribe(at.receiver.address, 'another')).rejects.toThrow('does not return');
  });

  it('are sent only to the most recently subscribed address', async () => {
    const before = await webhookReceiver(() => at.provider, world);
    await at.subscribe(before);
    expect(strava.events.list()).toMatchObject([{ callback_url: before.address }]);
    await at.subscribe();
    expect(strava.events.list()).toMatchObject([{ callback_url: at.receiver.address }]);
    await before.close();
  });

  it('report new, edited, deleted and hidden activities, which must then be read again', async () => {
    const { athleteId } = await at.couple();
    await at.subscribe();
    const { id } = await strava.record(athleteId, at.recording());
    await strava.edit(athleteId, String(id), at.recording({ name: 'Lunch run', sportType: 'Run' }));
    // Cropping an activity changes its distance, but Strava does not report such a change.
    await strava.edit(
      athleteId,
      String(id),
      at.recording({ name: 'Lunch run', sportType: 'Run', metres: 4000 }),
    );
    await strava.edit(
      athleteId,
      String(id),
      at.recording({ name: 'Lunch run', sportType: 'Run' }),
      'only_me',
    );
    await strava.edit(
      athleteId,
      String(id),
      at.recording({ name: 'Lunch run', sportType: 'Run' }),
      'everyone',
    );
    await strava.remove(athleteId, String(id));
    expect(at.receiver.bodies.map((body) => JSON.parse(body).aspect_type)).toEqual([
      'create',
      'update',
      'delete',
      'create',
      'delete',
    ]);
    expect(JSON.parse(at.receiver.bodies[1] ?? '').updates).toEqual({ title: 'Lunch run', type: 'Run' });
    const event = { userId: String(athleteId), kind: 'changed', externalId: String(id) };
    expect(at.receiver.events()).toEqual(Array.from({ length: 5 }, () => event));
  });

  it('report a revoked consent, in two formats', async () => {
    const { athleteId } = await at.couple();
    await at.subscribe();
    await strava.uncouple(athleteId);
    const gone = { userId: String(athleteId), kind: 'revoked' };
    expect(at.receiver.events()).toEqual([gone]);
    const message = strava.events.messageOf({
      ...strava.deauthorizationOf(athleteId),
      aspect_type: 'delete',
      updates: {},
    });
    expect(at.provider.eventsOf(message?.body ?? '')).toEqual([gone]);
  });

  it('are acknowledged but ignored if they belong to another subscription', async () => {
    const { athleteId } = await at.couple();
    await at.subscribe();
    const { id } = await strava.record(athleteId, at.recording());
    const forged = (at.receiver.bodies[0] ?? '').replace(/"subscription_id":\d+/, '"subscription_id":1');
    expect(await at.post(forged)).toBe(200);
    expect(await at.post('{"object_type":"activity"}')).toBe(200);
    expect(await at.post('nothing of the kind')).toBe(200);
    expect(at.receiver.bodies.map((body) => JSON.parse(body).object_id)).toEqual([id]);
  });

  it('are rejected if the signature is wrong and the key is known', async () => {
    const { athleteId } = await at.couple();
    const keyed = at.providerWith({ signatureKey: strava.events.signatureKey });
    const receiver = await webhookReceiver(() => keyed, world);
    await at.subscribe(receiver);
    await strava.record(athleteId, at.recording());
    expect(receiver.statuses).toEqual([200, 200]);
    strava.events.transport = forged('x-strava-signature');
    await strava.record(athleteId, at.recording());
    strava.events.transport = ({ headers: _, ...message }, send) => send({ ...message, headers: {} });
    await strava.record(athleteId, at.recording());
    expect(receiver.statuses).toEqual([200, 200, 401, 401]);
    expect(receiver.bodies).toHaveLength(1);
    await receiver.close();
  });

  it('are verified with the published signature scheme', async () => {
    const body =
      '{"aspect_type":"create","event_time":1763712000,"object_id":16492837465,"object_type":"activity","owner_id":134815,"subscription_id":120475,"updates":{}}';
    const signature = 't=1763712001,v1=d3a088eca4064e8331a719553703087d0fdb5477c47037c269f6648b26561dbf';
    const keyed = at.providerWith({ signatureKey: 'SIM_SECRET' });
    await at.receiver.memory.set('subscription', '120475');
    const receive = (bytes: string) =>
      keyed.receive(
        {
          method: 'POST',
          headers: { 'x-strava-signature': signature },
          query: new URLSearchParams(),
          body: Buffer.from(bytes),
        },
        at.receiver.memory,
        world.now(),
      );
    expect(await receive(body)).toEqual({ status: 200, store: true });
    expect(await receive(`${body} `)).toEqual({ status: 401, store: false });
  });

  it('are sent three times before Strava gives up', async () => {
    const { athleteId } = await at.couple();
    await at.subscribe();
    at.receiver.answerAlways(500);
    await strava.record(athleteId, at.recording());
    expect(at.receiver.statuses).toEqual([200, 500]);
    await world.advance({ minutes: 1 });
    await world.advance({ minutes: 5 });
    expect(at.receiver.statuses).toEqual([200, 500, 500, 500]);
    await world.advance({ hours: 48 });
    expect(at.receiver.statuses).toHaveLength(4);
  });
});

describe('unreliable Strava events', () => {
  const changed = (athleteId: number, id: number | bigint) => ({
    userId: String(athleteId),
    kind: 'changed',
    externalId: String(id),
  });

  it('have the same effect if they are repeated', async () => {
    const { athleteId } = await at.couple();
    await at.subscribe();
    strava.events.transport = twice;
    const { id } = await strava.record(athleteId, at.recording());
    expect(at.receiver.events()).toEqual([changed(athleteId, id), changed(athleteId, id)]);
  });

  it('have the same effect in any order', async () => {
    const { athleteId, access } = await at.couple();
    await at.subscribe();
    strava.events.transport = swapped();
    const { id } = await strava.record(athleteId, at.recording());
    await strava.edit(athleteId, String(id), at.recording({ name: 'Lunch run' }));
    expect(at.receiver.bodies.map((body) => JSON.parse(body).aspect_type)).toEqual(['update', 'create']);
    expect(at.receiver.events()).toEqual([changed(athleteId, id), changed(athleteId, id)]);
    expect(await at.read(access, String(id))).toMatchObject({ name: 'Lunch run' });
  });

  it('have the same effect if they are three days late', async () => {
    const { athleteId } = await at.couple();
    await at.subscribe();
    strava.events.transport = late(world, 3 * 86_400);
    const { id } = await strava.record(athleteId, at.recording());
    expect(at.receiver.events()).toEqual([]);
    await world.advance({ hours: 72, minutes: 1 });
    expect(at.receiver.events()).toEqual([changed(athleteId, id)]);
  });

  it('are verified with Strava if the signature cannot be checked', async () => {
    const { athleteId, access } = await at.couple();
    await at.subscribe();
    strava.events.transport = forged('x-strava-signature');
    const { id } = await strava.record(athleteId, at.recording());
    expect(at.receiver.events()).toEqual([changed(athleteId, id)]);
    // A forged deletion does no harm: reading the activity shows that it still exists.
    const lie = (at.receiver.bodies[0] ?? '').replace('"create"', '"delete"');
    expect(await at.post(lie)).toBe(200);
    expect(await at.read(access, String(id))).toBeDefined();
    // A forged revocation does no harm: checking the consent shows that it is still valid.
    const end = strava.events.messageOf(strava.deauthorizationOf(athleteId))?.body ?? '';
    expect(at.provider.eventsOf(end)).toEqual([{ userId: String(athleteId), kind: 'revoked' }]);
    await at.provider.check(access);
  });

  it('are all accepted if 500 arrive at the same time', async () => {
    const { athleteId } = await at.couple();
    await at.subscribe();
    const uploads = Array.from({ length: 500 }, () => strava.record(athleteId, at.recording()));
    const ids = (await Promise.all(uploads)).map(({ id }) => String(id));
    // A busy machine responds to some events too late for Strava, which then sends them again.
    await world.advance({ minutes: 10 });
    const reported = at.receiver.events().map((event) => ('externalId' in event ? event.externalId : ''));
    expect([...new Set(reported)].sort()).toEqual(ids.sort());
  });
});
