import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ConnectedPolar, connectedPolar, polarReturn } from '../../server/testing/connected-polar.ts';
import type { SimulatedPolar } from './polar.ts';

let at: ConnectedPolar;
let polar: SimulatedPolar;

beforeEach(async () => {
  at = await connectedPolar();
  ({ polar } = at.services);
});
afterEach(() => at.close());

/** Makes a call as a client does. Returns the status, headers and body of the response. */
async function call(method: string, path: string, authorization?: string, body?: unknown, accept?: string) {
  const response = await fetch(at.baseUrl + path, {
    method,
    headers: {
      accept: accept ?? 'application/json',
      ...(authorization && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text ? JSON.parse(text) : undefined,
  };
}

/** Gets an access token for a person who is not registered. */
async function unregistered() {
  const { userId, arrival } = await at.agree();
  const response = await fetch(`${at.baseUrl}/v2/oauth2/token`, {
    method: 'POST',
    headers: { authorization: basic() },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: arrival.code,
      redirect_uri: polarReturn,
    }),
  });
  const token = (await response.json()) as { access_token: string; x_user_id: number };
  expect(token).toMatchObject({ token_type: 'bearer', expires_in: 31_535_999, x_user_id: userId });
  return { userId, bearer: `Bearer ${token.access_token}` };
}

const basic = (secret = at.services.client.clientSecret) =>
  `Basic ${Buffer.from(`${at.services.client.clientId}:${secret}`).toString('base64')}`;

describe('the simulated Polar', () => {
  it('returns no data before a person is registered', async () => {
    const { userId, bearer } = await unregistered();
    for (const path of [
      '/v3/exercises',
      '/v3/exercises/aQlC83',
      '/v3/users/activities',
      `/v3/users/${userId}`,
    ])
      expect(await call('GET', path, bearer)).toMatchObject({ status: 403, text: '' });
    expect(await call('POST', '/v3/users', bearer, {})).toMatchObject({ status: 400, json: { status: 400 } });
    const registered = await call('POST', '/v3/users', bearer, { 'member-id': 'conn_7f3a' });
    expect(registered).toMatchObject({
      status: 200,
      json: { 'polar-user-id': userId, 'member-id': 'conn_7f3a', birthdate: '1985-09-06' },
    });
    expect((await call('GET', '/v3/exercises', bearer)).json).toEqual([]);
  });

  it('rejects a second registration of the same person or under the same name', async () => {
    const [one, other] = [await unregistered(), await unregistered()];
    const register = ({ bearer }: typeof one, name: string) =>
      call('POST', '/v3/users', bearer, { 'member-id': name });
    expect((await register(one, 'first')).status).toBe(200);
    expect((await register(one, 'second')).status).toBe(409);
    expect(await register(other, 'first')).toMatchObject({ status: 409, json: { status: 409 } });
    expect((await register(other, 'second')).status).toBe(200);
  });

  it('revokes the token of a deregistered person', async () => {
    const { access } = await at.couple();
    const bearer = `Bearer ${access.accessToken}`;
    expect((await call('DELETE', '/v3/users/1', bearer)).status).toBe(403);
    expect((await call('DELETE', `/v3/users/${access.userId}`, bearer)).status).toBe(204);
    expect(await call('GET', '/v3/exercises', bearer)).toMatchObject({ status: 401, text: '' });
  });

  it('requires credentials in the header, and an Accept header that allows JSON', async () => {
    expect((await call('GET', '/v3/exercises')).status).toBe(401);
    expect((await call('GET', '/v3/webhooks', basic('wrong'))).status).toBe(401);
    expect((await call('GET', '/v3/webhooks', basic(), undefined, 'application/xml')).status).toBe(406);
    const form = new URLSearchParams({ grant_type: 'password' });
    const token = (headers: Record<string, string>) =>
      fetch(`${at.baseUrl}/v2/oauth2/token`, { method: 'POST', body: form, headers });
    expect(await (await token({})).json()).toEqual({ error: 'invalid_client' });
    expect(await (await token({ authorization: basic() })).json()).toEqual({
      error: 'unsupported_grant_type',
    });
  });

  it('sends its short and long limits with every response', async () => {
    const { access } = await at.couple();
    const { headers } = await call('GET', '/v3/exercises', `Bearer ${access.accessToken}`);
    expect(headers.get('ratelimit-limit')).toBe('520, 5100');
    expect(headers.get('ratelimit-usage')).toBe('2, 2');
    expect(headers.get('ratelimit-reset')).toMatch(/^(900|89\d), 86\d{3}$/);
    expect((await call('GET', '/v3/webhooks')).headers.get('ratelimit-usage')).toBe('3, 3');
  });

  it('allows only one webhook, and shows its secret only once', async () => {
    expect((await call('POST', '/v3/webhooks/activate', basic())).status).toBe(204);
    expect((await call('GET', '/v3/webhooks', basic())).json).toEqual({ data: [] });
    const wanted = { events: ['EXERCISE'], url: at.receiver.address };
    expect((await call('POST', '/v3/webhooks', basic(), { ...wanted, events: ['DREAM'] })).status).toBe(400);
    const made = await call('POST', '/v3/webhooks', basic(), wanted);
    expect(made).toMatchObject({
      status: 201,
      json: { data: { ...wanted, signature_secret_key: expect.stringMatching(/./) } },
    });
    expect((await call('POST', '/v3/webhooks', basic(), wanted)).status).toBe(409);
    const { id } = made.json.data;
    expect((await call('GET', '/v3/webhooks', basic())).json).toEqual({
      data: [{ id, ...wanted, active: true }],
    });
    expect((await call('POST', '/v3/webhooks/deactivate', basic())).status).toBe(200);
    expect((await call('GET', '/v3/webhooks', basic())).json).toMatchObject({ data: [{ active: false }] });
    expect((await call('DELETE', '/v3/webhooks/other', basic())).status).toBe(404);
    expect((await call('DELETE', `/v3/webhooks/${id}`, basic())).status).toBe(204);
  });

  it('returns daily steps, and exercises that include data that must not be stored', async () => {
    const { userId, access } = await at.couple();
    const bearer = `Bearer ${access.accessToken}`;
    await polar.record(userId, at.recording());
    polar.walk(userId, '2026-11-20', 9000);
    const [exercise] = (await call('GET', '/v3/exercises', bearer)).json;
    expect(exercise).toMatchObject({
      duration: 'PT32M10.4S',
      sport: 'RUNNING',
      detailed_sport_info: 'TRAIL_RUNNING',
      heart_rate: { average: 148 },
      has_route: true,
    });
    expect(exercise.start_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    expect((await call('GET', '/v3/users/activities', bearer)).json).toMatchObject([
      { start_time: '2026-11-20T00:00:00', steps: 9000, distance_from_steps: 6300 },
    ]);
  });
});
