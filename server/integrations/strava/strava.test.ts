import { Temporal } from 'temporal-polyfill';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SimulatedStrava } from '../../../simulators/strava/strava.ts';
import type { World } from '../../../simulators/world.ts';
import { type ConnectedStrava, connectedStrava, stravaReturn } from '../../testing/connected-strava.ts';

let at: ConnectedStrava;
let strava: SimulatedStrava;
let world: World;

beforeEach(async () => {
  at = await connectedStrava();
  ({ strava, world } = at.services);
});
afterEach(() => at.close());

describe('Strava activities', () => {
  it('are listed page by page', async () => {
    const { athleteId, access } = await at.couple();
    const start = world.now().subtract({ hours: 450 }).round('second');
    for (let n = 0; n < 401; n += 1)
      strava.members.keep(
        strava.members.one(athleteId),
        at.recording({ startedAt: start.add({ hours: n }) }),
      );
    const pages = await at.pages(access, start, start.add({ hours: 401 }));
    expect(pages.map((page) => page.length)).toEqual([200, 200, 1]);
    expect(new Set(pages.flat().map(({ externalId }) => externalId)).size).toBe(401);
    strava.hasShortPages = true;
    expect((await at.pages(access, start, start.add({ hours: 401 }))).map(({ length }) => length)).toEqual([
      199, 199, 3,
    ]);
  });

  it('are selected by start time, and the period includes its start but not its end', async () => {
    const { athleteId, access } = await at.couple();
    const [from, until] = ['2026-11-01T10:00:00Z', '2026-11-01T11:00:00Z'].map((text) =>
      Temporal.Instant.from(text),
    ) as [Temporal.Instant, Temporal.Instant];
    for (const startedAt of [from.subtract({ seconds: 1 }), from, until.subtract({ seconds: 1 }), until])
      await strava.record(athleteId, at.recording({ startedAt }));
    const found = (await at.pages(access, from, until)).flat();
    expect(found.map(({ startedAt }) => startedAt.toString())).toEqual([
      '2026-11-01T10:00:00Z',
      '2026-11-01T10:59:59Z',
    ]);
  });

  // claim: no-positions
  it('are read with all values that count, and without positions', async () => {
    const { athleteId, access } = await at.couple();
    const startedAt = Temporal.Instant.from('2026-11-20T05:30:00Z');
    const { id } = await strava.record(athleteId, at.recording({ startedAt }), { id: 16492837465 });
    const workout = await at.provider.read(access, String(id), { startedAt, elapsedSeconds: 1 });
    const { startedAt: reported, ...rest } = workout ?? {};
    expect(String(reported)).toBe('2026-11-20T05:30:00Z');
    expect(rest).toEqual({
      externalId: '16492837465',
      utcOffsetMinutes: 60,
      elapsedSeconds: 1930,
      movingSeconds: 1830,
      metres: 5230,
      steps: null,
      sportType: 'TrailRun',
      name: 'Morning Run',
      device: 'Garmin Forerunner 955',
      isManual: false,
      viewUrl: `${at.baseUrl}/activities/16492837465`,
      cameFrom: 'Garmin',
    });
  });

  it('need consent, given at www.strava.com if no simulator is configured', () => {
    const own = at.providerWith({ baseUrl: undefined });
    const address = own.consentAddress({ redirectUri: stravaReturn, state: 'xyz', codeChallenge: '' });
    expect(address).toMatch(/^https:\/\/www\.strava\.com\/oauth\/authorize\?/);
  });

  it('name the service that uploaded them', async () => {
    const { athleteId, access } = await at.couple();
    const from = async (device: string | null, external_id: string | null) => {
      const { id } = await strava.record(athleteId, at.recording({ device }), { external_id });
      return (await at.read(access, String(id)))?.cameFrom;
    };
    expect(await from(null, 'garmin_ping_512345678901')).toBe('Garmin');
    expect(await from('Garmin Edge 1030', null)).toBe('Garmin');
    expect(await from('Polar Vantage V3', '1234.fit')).toBe('Polar');
    expect(await from('Fitbit Charge 6', null)).toBe('Fitbit');
    expect(await from('Zwift', 'zwift-activity-1.fit')).toBeNull();
    expect(await from(null, null)).toBeNull();
  });

  it('may lack distance and device, be entered by hand, or have an unknown sport', async () => {
    const { athleteId, access } = await at.couple();
    const bare = { metres: null, device: null, isManual: true, sportType: 'UnderwaterChess' };
    const { id } = await strava.record(athleteId, at.recording(bare));
    expect(await at.read(access, String(id))).toMatchObject({
      metres: null,
      device: null,
      isManual: true,
      sportType: 'UnderwaterChess',
      cameFrom: null,
    });
  });

  it('keep the exact value of 64-bit ids', async () => {
    const { athleteId, access } = await at.couple();
    await at.subscribe();
    await strava.record(athleteId, at.recording(), { id: 9_223_372_036_854_775_807n });
    const externalId = '9223372036854775807';
    expect(at.receiver.events()).toEqual([{ userId: String(athleteId), kind: 'changed', externalId }]);
    expect(await at.listAll(access)).toMatchObject([{ externalId }]);
    expect(await at.read(access, externalId)).toMatchObject({ externalId });
  });

  it('are no longer found once they are deleted or private', async () => {
    const { athleteId, access } = await at.couple();
    const [first, second] = [
      await strava.record(athleteId, at.recording()),
      await strava.record(athleteId, at.recording()),
    ];
    await strava.remove(athleteId, String(first.id));
    await strava.edit(athleteId, String(second.id), at.recording(), 'only_me');
    expect(await at.read(access, String(first.id))).toBeUndefined();
    expect(await at.read(access, String(second.id))).toBeUndefined();
    expect(await at.listAll(access)).toEqual([]);
  });

  it('belong to their local day', async () => {
    const { athleteId, access } = await at.couple();
    const there = async (utc: string, offsetHours: number) => {
      const startedAt = Temporal.Instant.from(utc);
      const { id } = await strava.record(
        athleteId,
        at.recording({ startedAt, utcOffsetMinutes: offsetHours * 60 }),
      );
      const workout = await at.read(access, String(id));
      return workout?.startedAt
        .add({ minutes: workout.utcOffsetMinutes })
        .toZonedDateTimeISO('UTC')
        .toPlainDateTime()
        .toString();
    };
    expect(await there('2026-11-20T22:58:00Z', 1)).toBe('2026-11-20T23:58:00');
    expect(await there('2026-11-20T10:30:00Z', 14)).toBe('2026-11-21T00:30:00');
    expect(await there('2026-11-20T10:30:00Z', -11)).toBe('2026-11-19T23:30:00');
    expect(await there('2026-10-25T00:30:00Z', 2)).toBe('2026-10-25T02:30:00');
    expect(await there('2026-10-25T01:30:00Z', 1)).toBe('2026-10-25T02:30:00');
    expect(await there('2026-11-20T10:00:00Z', 5.75)).toBe('2026-11-20T15:45:00');
  });
});

describe('the Strava adapter', () => {
  it('waits for the next quarter of an hour once the short limit is reached', async () => {
    const { access } = await at.couple();
    strava.limits.take(true, 100);
    const now = Temporal.Instant.from('2026-11-20T10:07:12Z');
    await expect(at.provider.check({ ...access, now })).rejects.toMatchObject({
      kind: 'limit',
      retryAt: Temporal.Instant.from('2026-11-20T10:15:00Z'),
    });
    const passed = 15 - (world.now().toZonedDateTimeISO('UTC').minute % 15);
    await world.advance({ minutes: passed });
    await at.provider.check(access);
  });

  it('waits for the next UTC day once the daily limit is reached', async () => {
    const { access } = await at.couple();
    strava.limits.allowed.read.long = 1;
    await at.provider.check(access);
    const now = Temporal.Instant.from('2026-11-20T10:07:12Z');
    await expect(at.provider.check({ ...access, now })).rejects.toMatchObject({
      kind: 'limit',
      retryAt: Temporal.Instant.from('2026-11-21T00:00:00Z'),
    });
  });

  it('gets the limits with every response', async () => {
    const { access } = await at.couple();
    const answer = await fetch(`${at.baseUrl}/api/v3/athlete`, {
      headers: { authorization: `Bearer ${access.accessToken}` },
    });
    expect(answer.headers.get('x-ratelimit-limit')).toBe('200,2000');
    expect(answer.headers.get('x-readratelimit-limit')).toBe('100,1000');
    expect(answer.headers.get('x-readratelimit-usage')).toMatch(/^\d+,\d+$/);
    expect(answer.headers.get('retry-after')).toBeNull();
  });

  it('reports an operator error if the app is inactive', async () => {
    const { access } = await at.couple();
    strava.isInactive = true;
    await expect(at.provider.check(access)).rejects.toMatchObject({ kind: 'operator' });
  });

  it('must send the token in the header', async () => {
    const { access } = await at.couple();
    const answer = await fetch(`${at.baseUrl}/api/v3/athlete?access_token=${access.accessToken}`);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({
      message: 'Authorization Error',
      errors: [{ resource: 'Athlete', field: 'access_token', code: 'invalid' }],
    });
  });

  it('reports Strava as down for as long as errors last, and then recovers', async () => {
    const { grant, access } = await at.couple();
    for (const status of [500, 503]) {
      at.services.faults.Strava.failing = { calls: 3, status };
      await expect(at.provider.check(access)).rejects.toMatchObject({ kind: 'down' });
      await expect(at.listAll(access)).rejects.toMatchObject({ kind: 'down' });
      await expect(at.provider.refresh?.(grant.tokens, world.now())).rejects.toMatchObject({ kind: 'down' });
      await at.provider.check(access);
    }
  });

  it('can still use its refresh token after Strava has been down', async () => {
    const { grant, access } = await at.couple();
    at.services.faults.Strava.downUntil = world.now().add({ hours: 1 });
    await expect(at.provider.check(access)).rejects.toMatchObject({ kind: 'down' });
    await world.advance({ hours: 6, minutes: 1 });
    const tokens = await at.provider.refresh?.(grant.tokens, world.now());
    if (tokens) await at.provider.check(at.accessOf({ ...grant, tokens }));
    expect(tokens?.refreshToken).not.toBe(grant.tokens.refreshToken);
  });

  it('reports Strava as down if it cannot be reached', async () => {
    const { access } = await at.couple();
    await at.services.close();
    await expect(at.provider.check(access)).rejects.toMatchObject({ kind: 'down' });
  });
});
