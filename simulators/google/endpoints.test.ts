import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectToken } from '../../server/integrations/fitbit/project.ts';
import {
  type ConnectedFitbit,
  connectedFitbit,
  fitbitReturn,
} from '../../server/testing/connected-fitbit.ts';
import { type GoogleDataPoint, idOf } from './members.ts';

let at: ConnectedFitbit;

beforeEach(async () => {
  at = await connectedFitbit();
});
afterEach(() => at.close());

async function call(path: string, { token, ...request }: RequestInit & { token?: string } = {}) {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(request.body && !(request.body instanceof URLSearchParams) && { 'content-type': 'application/json' }),
  };
  const response = await fetch(at.settings.baseUrl + path, { ...request, headers, redirect: 'manual' });
  const text = await response.text();
  return { status: response.status, json: text.startsWith('{') ? JSON.parse(text) : text };
}

const tokens = (form: Record<string, string>) => {
  const { clientId: client_id, clientSecret: client_secret } = at.settings;
  const body = new URLSearchParams({ client_id, client_secret, ...form });
  return call('/token', { method: 'POST', body });
};

const list = (token: string, query: Record<string, string> = {}) =>
  call(`/v4/users/me/dataTypes/exercise/dataPoints?${new URLSearchParams(query)}`, { token });

describe('the simulated Google', () => {
  it('accepts a code once, within ten minutes, with its verifier and redirect address', async () => {
    const { arrival } = await at.agree();
    const { code, codeVerifier: code_verifier } = arrival;
    const form = { grant_type: 'authorization_code', code, code_verifier, redirect_uri: fitbitReturn };
    const invalid = { status: 400, json: { error: 'invalid_grant' } };
    expect(await tokens({ ...form, code_verifier: '' })).toMatchObject(invalid);
    expect(await tokens({ ...form, redirect_uri: 'https://other.example' })).toMatchObject({
      status: 400,
      json: { error: 'redirect_uri_mismatch' },
    });
    expect(await tokens({ ...form, client_secret: 'wrong' })).toMatchObject({ status: 401 });
    const taken = await tokens(form);
    expect(taken.json).toMatchObject({ expires_in: 3599, token_type: 'Bearer' });
    expect(taken.json.refresh_token_expires_in).toBeUndefined();
    expect(await tokens(form)).toMatchObject(invalid);
    const { arrival: late } = await at.agree();
    await at.world.advance({ minutes: 11 });
    expect(await tokens({ ...form, code: late.code, code_verifier: late.codeVerifier })).toMatchObject(
      invalid,
    );
  });

  it('issues no refresh token on a renewal, on a second consent without a prompt, or without offline access', async () => {
    const redeem = async (leftOut: string[], userId?: string) => {
      const { arrival } = await at.agree({
        ...(userId && { userId }),
        page: ({ searchParams }) => {
          for (const name of leftOut) searchParams.delete(name);
        },
      });
      const { code, codeVerifier: code_verifier } = arrival;
      return (
        await tokens({ grant_type: 'authorization_code', code, code_verifier, redirect_uri: fitbitReturn })
      ).json;
    };
    const { healthUserId } = at.google.members.add('Toka');
    const first = await redeem(['prompt'], healthUserId);
    expect(first.refresh_token).toMatch(/^1\/\//);
    expect((await redeem(['prompt'], healthUserId)).refresh_token).toBeUndefined();
    expect((await redeem([], healthUserId)).refresh_token).toMatch(/^1\/\//);
    expect((await redeem(['access_type'])).refresh_token).toBeUndefined();
    const renewed = await tokens({ grant_type: 'refresh_token', refresh_token: first.refresh_token });
    expect(renewed.json).toMatchObject({ scope: first.scope, expires_in: 3599 });
    expect(renewed.json.refresh_token).toBeUndefined();
  });

  it('revokes all tokens of a consent if either token is revoked', async () => {
    for (const kind of ['accessToken', 'refreshToken'] as const) {
      const { grant } = await at.couple();
      const revoke = () =>
        call('/revoke', { method: 'POST', body: new URLSearchParams({ token: grant.tokens[kind] ?? '' }) });
      expect(await revoke()).toMatchObject({ status: 200 });
      expect(await revoke()).toMatchObject({ status: 400, json: { error: 'invalid_token' } });
      expect(await list(grant.tokens.accessToken)).toMatchObject({
        status: 401,
        json: { error: { status: 'UNAUTHENTICATED', details: [{ reason: 'CREDENTIALS_MISSING' }] } },
      });
    }
  });

  it('returns a person’s identity only if they have a health profile', async () => {
    const { userId, access } = await at.couple();
    const identity = () => call('/v4/users/me/identity', { token: access.accessToken });
    expect(await identity()).toMatchObject({ status: 200, json: { healthUserId: userId } });
    expect(userId).toMatch(/^\d{21}$/);
    at.google.members.one(userId).isLinked = false;
    expect(await identity()).toMatchObject({
      status: 400,
      json: { error: { status: 'FAILED_PRECONDITION', details: [{ reason: 'ACCOUNT_NOT_LINKED' }] } },
    });
  });

  it('sends 64-bit numbers as strings and durations with fractions, and omits zero values', async () => {
    const { userId, access } = await at.couple();
    const midnight = at.recording().startedAt.toZonedDateTimeISO('UTC').startOfDay().toInstant();
    const recording = at.recording({ startedAt: midnight, utcOffsetMinutes: 0, metres: 0, steps: 5120 });
    const { json } = await list(access.accessToken);
    expect(json).toEqual({});
    await at.google.record(userId, recording);
    const [point] = (await list(access.accessToken)).json.dataPoints;
    const { exercise } = point as GoogleDataPoint;
    expect(exercise.metricsSummary).toEqual({
      caloriesKcal: 352,
      steps: '5120',
      averageHeartRateBeatsPerMinute: '148',
    });
    expect(exercise.activeDuration).toBe('1830.5s');
    expect(exercise.interval.civilStartTime.time).toEqual({});
    expect(exercise.interval.civilEndTime.time).toEqual({ minutes: 32, seconds: 10 });
    expect(point.name).toMatch(new RegExp(`^users/${userId}/dataTypes/exercise/dataPoints/\\d+$`));
  });

  it('lists up to 25 exercises per page, filtered by local time, the latest first', async () => {
    const { userId, access } = await at.couple();
    const start = at.world.now().subtract({ hours: 100 });
    for (let hours = 0; hours < 30; hours++)
      await at.google.record(
        userId,
        at.recording({ startedAt: start.add({ hours }), utcOffsetMinutes: 600 }),
      );
    const first = (await list(access.accessToken, { pageSize: '100' })).json;
    expect(first.dataPoints).toHaveLength(25);
    const pageToken = first.nextPageToken;
    const last = (await list(access.accessToken, { pageSize: '100', pageToken })).json;
    expect(last.dataPoints).toHaveLength(5);
    expect(last.nextPageToken).toBeUndefined();
    const starts = [...first.dataPoints, ...last.dataPoints].map(
      ({ exercise }) => exercise.interval.startTime,
    );
    expect(starts).toEqual(starts.toSorted().reverse());
    const civil = start
      .add({ hours: 27 + 10 })
      .toZonedDateTimeISO('UTC')
      .toPlainDateTime();
    const filter = `exercise.interval.civil_start_time >= "${civil.toString({ smallestUnit: 'second' })}"`;
    expect((await list(access.accessToken, { filter })).json.dataPoints).toHaveLength(3);
    for (const query of [
      { filter, pageToken },
      { pageToken: 'x' },
      { pageSize: '-1' },
      { filter: 'exercise.interval.start_time >= "2026-11-01T00:00:00Z"' },
      { filter: filter.replace('>=', '>') },
      { filter: 'exercise.interval.civil_start_time >= "2026-02-31"' },
      { filter: 'exercise.interval.civil_start_time >= "2026-11-01Z"' },
    ] as Record<string, string>[])
      expect(await list(access.accessToken, query), JSON.stringify(query)).toMatchObject({
        status: 400,
        json: { error: { status: 'INVALID_ARGUMENT' } },
      });
  });

  it('merges the data of several apps, and returns each exercise once and without its source', async () => {
    const { userId, access } = await at.couple();
    const own = await at.google.record(userId, at.recording());
    await at.google.record(userId, at.recording(), { platform: 'HEALTH_CONNECT', packageName: 'com.strava' });
    const { startedAt } = at.recording();
    const other = await at.google.record(
      userId,
      at.recording({ startedAt: startedAt.subtract({ hours: 5 }) }),
      {
        platform: 'HEALTH_CONNECT',
      },
    );
    const reconcile = async (family: string) => {
      const query = `dataSourceFamily=users/me/dataSourceFamilies/${family}`;
      const path = `/v4/users/me/dataTypes/exercise/dataPoints:reconcile?${query}`;
      return (await call(path, { token: access.accessToken })).json.dataPoints;
    };
    const all = await reconcile('all-sources');
    expect(all.map((point: { dataPointName: string }) => point.dataPointName)).toEqual([
      own.name,
      other.name,
    ]);
    expect(all[0].dataSource).toBeUndefined();
    expect(await reconcile('google-wearables')).toHaveLength(1);
  });

  it('returns 404 for other people’s data', async () => {
    const { access } = await at.couple();
    const { userId } = await at.couple();
    const point = await at.google.record(userId, at.recording());
    const path = `/v4/users/me/dataTypes/exercise/dataPoints/${idOf(point)}`;
    expect(await call(path, { token: access.accessToken })).toMatchObject({
      status: 404,
      json: { error: { status: 'NOT_FOUND' } },
    });
  });

  it('lets only the project’s own service account manage subscribers', async () => {
    await at.subscribe();
    const { number } = at.google.project.settings;
    const all = `/v4/projects/${number}/subscribers`;
    const { access } = await at.couple();
    for (const token of [undefined, access.accessToken, 'guessed'])
      expect(await call(all, token ? { token } : {})).toMatchObject({ status: 401 });
    const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: 'forged' };
    expect(await tokens(form)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
    const { settings } = at.google.project;
    const token = await projectToken(settings, at.settings.baseUrl, at.world.now());
    expect(await call('/v4/projects/1/subscribers', { token })).toMatchObject({
      status: 403,
      json: { error: { details: [{ reason: 'USER_PROJECT_DENIED' }] } },
    });
    const { subscribers } = (await call(all, { token })).json;
    expect(subscribers).toMatchObject([{ endpointUri: at.receiver.address }]);
    expect(subscribers[0].endpointAuthorization).toBeUndefined();
    const [, id] = /([^/]+)$/.exec(subscribers[0].name) ?? [];
    const body = JSON.stringify({
      ...subscribers[0],
      endpointAuthorization: { secret: await at.receiver.memory.get('secret') },
    });
    const create = (name: string) => call(`${all}?subscriberId=${name}`, { token, method: 'POST', body });
    expect(await create(id ?? '')).toMatchObject({ status: 409 });
    expect(await create('abc')).toMatchObject({ status: 400 });
    expect(await create('another')).toMatchObject({ status: 200 });
    for (const name of [id, 'another'])
      expect(await call(`${all}/${name}?force=true`, { token, method: 'DELETE' })).toMatchObject({
        status: 200,
      });
    expect(await call(`${all}/${id}`, { token, method: 'DELETE' })).toMatchObject({ status: 404 });
    expect((await call(all, { token })).json).toEqual({});
    await at.world.advance({ hours: 1 });
    expect(await call(all, { token })).toMatchObject({ status: 401 });
  });

  it('no longer serves Fitbit’s old API', async () => {
    for (const path of ['/oauth2/token', '/oauth2/revoke', '/1/user/-/profile.json'])
      expect(await call(path, { method: 'POST' }), path).toMatchObject({
        status: 410,
        json: { success: false },
      });
    expect((await call('/1/user/-/activities/list.json?afterDate=2026-01-01')).status).toBe(410);
  });
});
