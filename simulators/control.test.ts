import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SimulatedServices, simulatedServices } from '../server/testing/simulated-services.ts';
import { type WebhookReceiver, webhookReceiver } from '../server/testing/webhook-receiver.ts';

const origin = 'https://challenge.example';
const workout = {
  startedAt: '2026-11-20T05:30:00Z',
  utcOffsetMinutes: 60,
  elapsedSeconds: 1800,
  metres: 5000,
  sportType: 'RUNNING',
};

let services: SimulatedServices;

beforeAll(async () => {
  services = await simulatedServices(() => origin);
});
afterAll(() => services.close());

const call = (method: string, path: string, body?: object) =>
  fetch(`${services.address}/sim${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
const json = async (answer: Promise<Response>) => (await answer).json();

describe.each([
  ['Garmin', 'garmin', '/wellness-api/rest/user/id'],
  ['Polar', 'polar', '/v3/exercises'],
  ['Strava', 'strava', '/api/v3/athlete'],
])('the control interface of the simulated %s', (_name, platform, path) => {
  it('creates people, and records, changes and deletes their workouts', async () => {
    const { id } = await json(call('POST', `/${platform}/members`, { name: 'Robin' }));
    expect(await json(call('GET', `/${platform}/members`))).toContainEqual({ id, name: 'Robin' });
    const workouts = `/${platform}/members/${id}/workouts`;
    const made = await json(call('POST', workouts, workout));
    expect(made).toMatchObject(workout);
    const changed = await call('PUT', `${workouts}/${made.id}`, { ...workout, metres: 6000 });
    expect(changed.status).toBe(204);
    expect(await json(call('GET', workouts))).toMatchObject([{ id: made.id, metres: 6000 }]);
    expect((await call('DELETE', `${workouts}/${made.id}`)).status).toBe(204);
    expect(await json(call('GET', workouts))).toEqual([]);
    expect((await call('POST', `/${platform}/members/${id}/uncouple`)).status).toBe(204);
  });

  it('makes calls fail, either a given number of times or for a given period', async () => {
    await call('PUT', `/${platform}/faults`, { failing: { calls: 2, status: 500 } });
    const headers = { accept: 'application/json' };
    const anything = async () => (await fetch(`${services.address}/${platform}${path}`, { headers })).status;
    expect([await anything(), await anything(), await anything()]).toEqual([500, 500, 401]);
    await call('PUT', `/${platform}/faults`, { downForSeconds: 3600 });
    expect(await anything()).toBe(503);
    await call('POST', '/clock', { seconds: 3600 });
    expect(await anything()).toBe(401);
  });

  it('rejects unknown people and unknown commands', async () => {
    const statuses = [
      await call('GET', `/${platform}/members/0/workouts`),
      await call('POST', `/${platform}/members/0/workouts`, workout),
      await call('POST', `/${platform}/members`, {}),
      await call('PUT', `/${platform}/faults`, { notices: 'lost' }),
      await call('GET', '/elsewhere/members'),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 400, 400, 404]);
  });
});

describe('webhook delivery', () => {
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    const { Strava } = services.providers;
    if (!Strava) throw new Error('no Strava');
    receiver = await webhookReceiver(() => Strava, services.world);
    await Strava.subscribe?.(receiver.address, receiver.memory, services.world.now());
  });
  afterAll(() => receiver.close());

  it('can be repeated, delayed or forged on request, and then set back to normal', async () => {
    const { athleteId } = services.strava.members.add('Robin');
    const { clientId: client_id, clientSecret: client_secret } = services.client;
    const code = services.strava.consents.code(athleteId, ['activity:read']);
    services.strava.consents.answer({ client_id, client_secret, code, grant_type: 'authorization_code' });
    const record = async (notices: unknown) => {
      await call('PUT', '/strava/faults', { notices });
      await call('POST', `/strava/members/${athleteId}/workouts`, workout);
      return receiver.bodies.length;
    };
    expect(await record('twice')).toBe(2);
    expect(await record({ lateSeconds: 60 })).toBe(2);
    await call('POST', '/clock', { seconds: 61 });
    expect(receiver.bodies).toHaveLength(3);
    expect(await record('usual')).toBe(4);
    expect(await record({ forgedHeader: 'x-strava-signature' })).toBe(5);
  });
});
