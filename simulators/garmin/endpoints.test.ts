import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ConnectedGarmin, connectedGarmin, withHistory } from '../../server/testing/connected-garmin.ts';
import type { World } from '../world.ts';
import type { SimulatedGarmin } from './garmin.ts';

let at: ConnectedGarmin;
let garmin: SimulatedGarmin;
let world: World;

beforeEach(async () => {
  at = await connectedGarmin();
  ({ garmin, world } = at.services);
});
afterEach(() => at.close());

async function get(path: string, accessToken?: string) {
  const headers = accessToken ? { authorization: `Bearer ${accessToken}` } : undefined;
  const response = await fetch(at.baseUrl + path, headers && { headers });
  const text = await response.text();
  return { status: response.status, text, json: text ? JSON.parse(text) : undefined };
}

async function token(form: Record<string, string>) {
  const body = new URLSearchParams({
    client_id: at.services.client.clientId,
    client_secret: at.services.client.clientSecret,
    ...form,
  });
  const response = await fetch(`${at.baseUrl}/di-oauth2-service/oauth/token`, { method: 'POST', body });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

const secondsNow = () => Math.floor(world.now().epochMilliseconds / 1000);

/** Requests a backfill for `days` days, which end `ago` days before `now`. The time `now` is in seconds. */
function backfill(accessToken: string, days: number, ago = 0, now = secondsNow()) {
  const end = now - ago * 86_400;
  const query = `summaryStartTimeInSeconds=${end - days * 86_400}&summaryEndTimeInSeconds=${end}`;
  return get(`/wellness-api/rest/backfill/activities?${query}`, accessToken);
}

describe('the simulated Garmin', () => {
  it('issues tokens in Garmin’s format, and rejects codes and tokens that have already been used', async () => {
    const { arrival } = await at.agree();
    const form = {
      grant_type: 'authorization_code',
      code: arrival.code,
      code_verifier: arrival.codeVerifier,
      redirect_uri: arrival.redirectUri,
    };
    const invalid = { status: 400, json: { error: 'invalid_grant' } };
    expect(await token({ ...form, code_verifier: '' })).toEqual(invalid);
    const first = await token(form);
    expect(first).toMatchObject({
      status: 200,
      json: { token_type: 'bearer', expires_in: 86_400, refresh_token_expires_in: 7_775_998 },
    });
    expect(await token(form)).toEqual(invalid);
    const refresh = { grant_type: 'refresh_token', refresh_token: String(first.json.refresh_token) };
    expect((await token(refresh)).status).toBe(200);
    expect(await token(refresh)).toEqual(invalid);
    expect(await token({ ...refresh, client_secret: 'wrong' })).toEqual({
      status: 401,
      json: { error: 'invalid_client' },
    });
    expect((await token({ grant_type: 'password' })).json).toEqual({ error: 'unsupported_grant_type' });
  });

  it('rejects a backfill request that is repeated, covers more than 30 days or goes back too far', async () => {
    const { access } = await at.couple(withHistory);
    const { accessToken } = access;
    expect(await backfill(accessToken, 31)).toMatchObject({
      status: 400,
      json: { errorMessage: expect.stringMatching(/30 days/) },
    });
    expect(await backfill(accessToken, 20, 20)).toMatchObject({
      status: 400,
      json: { errorMessage: expect.stringMatching(/^start \S+ before min start time of \S+$/) },
    });
    expect(await backfill(accessToken, -1)).toMatchObject({ status: 400 });
    const now = secondsNow();
    const [first, second] = [await backfill(accessToken, 5, 3, now), await backfill(accessToken, 5, 3, now)];
    expect([first, second]).toMatchObject([
      { status: 202, text: '' },
      { status: 409, text: '' },
    ]);
    expect(await get('/wellness-api/rest/backfill/activities', accessToken)).toMatchObject({ status: 400 });
  });

  it('requires permissions for a backfill', async () => {
    const { grant, access } = await at.couple();
    expect(await backfill(access.accessToken, 5)).toMatchObject({
      status: 403,
      json: { errorMessage: expect.stringMatching(/HISTORICAL_DATA_EXPORT/) },
    });
    garmin.permit(grant.userId, ['HISTORICAL_DATA_EXPORT']);
    expect(await backfill(access.accessToken, 5)).toMatchObject({
      status: 412,
      json: { errorMessage: expect.stringMatching(/ACTIVITY_EXPORT/) },
    });
  });

  it('rejects calls without a token, and polling for activities', async () => {
    for (const path of [
      'user/id',
      'user/permissions',
      'activities?uploadStartTimeInSeconds=1&uploadEndTimeInSeconds=2',
    ])
      expect(await get(`/wellness-api/rest/${path}`)).toMatchObject({
        status: 401,
        json: { errorMessage: expect.stringMatching(/./) },
      });
    const { grant, access } = await at.couple();
    garmin.record(grant.userId, at.recording());
    const now = Math.floor(world.now().epochMilliseconds / 1000);
    const query = `uploadStartTimeInSeconds=${now - 60}&uploadEndTimeInSeconds=${now + 60}`;
    const polled = await get(`/wellness-api/rest/activities?${query}`, access.accessToken);
    expect(polled).toMatchObject({ status: 401, json: { errorMessage: 'invalid pull token' } });
  });

  it('sends all events in one body, including data that must not be stored', async () => {
    const [one, other] = [await at.couple(), await at.couple()];
    garmin.record(one.grant.userId, at.recording());
    garmin.record(other.grant.userId, at.recording());
    garmin.uncouple(other.grant.userId);
    await at.events();
    expect(at.receiver.bodies).toHaveLength(1);
    expect(JSON.parse(at.receiver.bodies[0] ?? '')).toMatchObject({
      activities: [
        {
          userId: one.grant.userId,
          startingLatitudeInDegree: 52.0907,
          averageHeartRateInBeatsPerMinute: 148,
        },
        { userId: other.grant.userId, isWebUpload: false, manual: false },
      ],
      deregistrations: [{ userId: other.grant.userId }],
    });
  });
});
