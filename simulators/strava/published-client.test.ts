import { createRequire } from 'node:module';
import fastify from 'fastify';
import type published from 'strava-v3';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strava as ours } from '../../server/integrations/strava/strava.ts';
import { worldOfTests } from '../../server/testing/simulated-services.ts';
import { type WebhookReceiver, webhookReceiver } from '../../server/testing/webhook-receiver.ts';
import { stravaSimulator } from './endpoints.ts';
import { SimulatedStrava } from './strava.ts';

const strange = 'https://www.strava.com';
const client = { clientId: '4711', clientSecret: 'a secret & more' };
const redirectUri = 'https://challenge.example/strava/return';

interface Request {
  url?: string;
  baseURL?: string;
}

const load = createRequire(import.meta.url);

/** The published client, which must be loaded with `require`. */
const strava: (typeof published)['default'] = load('strava-v3');

/** The HTTP client that the published client uses. */
const { axiosInstance } = load('strava-v3/axiosUtility.js') as {
  axiosInstance: {
    interceptors: {
      request: { use(change: (request: Request) => Request): number; eject(id: number): void };
    };
  };
};

const world = worldOfTests();
const service = new SimulatedStrava(world, { ...client, callbackDomain: 'challenge.example' });
const app = fastify();
let receiver: WebhookReceiver;
let interceptor: number;
let base: string;

beforeAll(async () => {
  await app.register(stravaSimulator(service), { prefix: '/strava' });
  base = `${await app.listen({ port: 0, host: '127.0.0.1' })}/strava`;
  // The client knows only Strava's own host. An interceptor redirects its requests to the simulator and changes nothing
  // else.
  const here = (address?: string) => address?.replace(strange, base);
  interceptor = axiosInstance.interceptors.request.use((request) =>
    Object.assign(request, { url: here(request.url), baseURL: here(request.baseURL) }),
  );
  strava.config({
    access_token: '',
    client_id: client.clientId,
    client_secret: client.clientSecret,
    redirect_uri: redirectUri,
  });
  receiver = await webhookReceiver(() => ours({ ...client, baseUrl: base }), world);
});

afterAll(async () => {
  axiosInstance.interceptors.request.eject(interceptor);
  world.stop();
  await app.close();
  await receiver.close();
});

const startedAt = Temporal.Instant.from('2026-11-20T05:30:00Z');

/**
 * Authorises a person on the consent page that the client requests. Returns the tokens, and a client that uses them.
 */
async function authorise() {
  const page = await strava.oauth.getRequestAccessURL({ scope: 'read,activity:read', state: 'xyz' });
  const { origin, pathname, searchParams } = new URL(page);
  expect(`${origin}${pathname}`).toBe(`${strange}/oauth/authorize`);
  const { athleteId } = service.members.add('Eka');
  const back = new URL(
    service.decide(Object.fromEntries(searchParams), {
      athleteId,
      scopes: ['read', 'activity:read'],
      allows: true,
    }),
  );
  const payload = await strava.oauth.getToken(back.searchParams.get('code') ?? '');
  return { athleteId, payload, calls: new strava.client(payload.access_token) };
}

describe('a published Strava client', () => {
  it('authorises a person and renews the tokens', async () => {
    const { athleteId, payload, calls } = await authorise();
    expect(payload).toMatchObject({ token_type: 'Bearer', athlete: { id: athleteId } });
    expect(await calls.athlete.get({})).toMatchObject({ id: athleteId, firstname: 'Eka' });
    await world.advance({ hours: 5, minutes: 30 });
    const renewed = await strava.oauth.refreshToken(payload.refresh_token);
    expect(renewed.access_token).not.toBe(payload.access_token);
    await expect(strava.oauth.refreshToken(payload.refresh_token)).rejects.toMatchObject({ statusCode: 400 });
  });

  it('lists and reads activities', async () => {
    const { athleteId, calls } = await authorise();
    const recording = { sportType: 'TrailRun', startedAt, utcOffsetMinutes: 60, elapsedSeconds: 1930 };
    const first = await service.record(athleteId, { ...recording, metres: 5230.4 });
    await service.record(athleteId, { ...recording, startedAt: startedAt.add({ hours: 24 }) });
    const listed = await calls.athlete.listActivities({ per_page: 1, page: 2 });
    expect(listed).toMatchObject([{ id: first.id, sport_type: 'TrailRun', distance: 5230.4 }]);
    const got = await calls.activities.get({ id: String(first.id) });
    expect(got).toMatchObject({ id: first.id, resource_state: 3, start_date: '2026-11-20T05:30:00Z' });
    await expect(calls.activities.get({ id: '1' })).rejects.toMatchObject({ statusCode: 404 });
  });

  it('subscribes to events and unsubscribes', async () => {
    const verifyToken = 'a word of the client';
    await receiver.memory.set('verify-token', verifyToken);
    const made = await strava.pushSubscriptions.create({
      callback_url: receiver.address,
      verify_token: verifyToken,
    });
    expect(await strava.pushSubscriptions.list()).toMatchObject([
      { id: made.id, callback_url: receiver.address, application_id: 4711 },
    ]);
    await expect(
      strava.pushSubscriptions.create({ callback_url: receiver.address, verify_token: verifyToken }),
    ).rejects.toMatchObject({ statusCode: 400 });
    await strava.pushSubscriptions.delete({ id: made.id });
    expect(await strava.pushSubscriptions.list()).toEqual([]);
  });

  it('revokes a consent', async () => {
    const { athleteId, payload, calls } = await authorise();
    await strava.oauth.deauthorize({ access_token: payload.access_token });
    expect(service.consents.scopesOf(athleteId)).toEqual([]);
    await expect(calls.athlete.get({})).rejects.toMatchObject({ statusCode: 401 });
  });
});
