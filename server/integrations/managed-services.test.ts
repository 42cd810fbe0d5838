import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Platform } from '../../contract/couplings.ts';
import * as accounts from '../../contract/managed/integrations.ts';
import { recordingOf, servicesOf } from '../testing/connected-people.ts';
import { type ConnectingApp, connectingApp } from '../testing/connecting-app.ts';
import { type Browser, testApp, testSecret } from '../testing/test-app.ts';
import { subscribeAll } from './jobs.ts';
import { handleDelivery } from './webhooks/webhook-events.ts';

const stateFor = async (organiser: Browser, platform: Platform) => {
  const { 'hydra:member': states } = await organiser.call(accounts.list, { query: {} });
  const found = states.find((state) => state.platform === platform);
  if (!found) throw new Error('no state');
  return found;
};

it('lists the missing settings of a service that is not set up', async () => {
  const app = await testApp({ publicUrl: 'https://challenge.example/club/', basePath: '/club/' });
  const organiser = await app.organiser();
  const nothing = { at: null, isRecent: false };
  expect(await stateFor(organiser, 'Garmin')).toMatchObject({
    isConfigured: false,
    isSandbox: false,
    missing: ['GARMIN_CLIENT_ID', 'GARMIN_CLIENT_SECRET'],
    returnAddress: 'https://challenge.example/club/garmin/return',
    people: null,
    lastNotice: nothing,
    lastSuccess: nothing,
    lastFailure: null,
    waitingNotices: null,
    pausedUntil: null,
  });
  expect(await stateFor(organiser, 'Fitbit')).toMatchObject({
    missing: ['FITBIT_CLIENT_ID', 'FITBIT_CLIENT_SECRET', 'FITBIT_PROJECT', 'FITBIT_SERVICE_ACCOUNT'],
  });
  expect((await stateFor(organiser, 'Strava')).awaitsApproval).toBe(true);
  await app.close();
});

describe('the status of a service', () => {
  let app: ConnectingApp;
  let organiser: Browser;
  let members: Map<string, Browser>;

  beforeAll(async () => {
    app = await connectingApp();
    organiser = await app.organiser();
    members = new Map();
  });
  afterAll(() => app.close());
  beforeEach(() => {
    app.services.faults.Polar.failing = { calls: 0, status: 500 };
  });
  afterEach(async () => {
    await app.database.db.deleteFrom('service_pauses').execute();
  });

  const state = () => stateFor(organiser, 'Polar');
  const service = () => servicesOf(app).Polar;
  const connected = async () => {
    const person = await app.participant();
    const member = service().member();
    expect(await app.couple(person, 'Polar', member)).toContain('polarSuccess');
    members.set(member, person);
    return member;
  };
  const record = (member: string) => service().record(member, recordingOf(app, service()));
  /** Returns the number of workouts imported so far. */
  const arrived = async () =>
    (await app.database.db.selectFrom('source_records').select('id').execute()).length;
  /** Records a workout and waits until it has been imported. */
  const workout = async (member: string) => {
    const before = await arrived();
    await record(member);
    await expect.poll(arrived, { timeout: 20_000, interval: 50 }).toBeGreaterThan(before);
  };

  it('shows the set-up, but never the complete webhook address', async () => {
    expect(await state()).toMatchObject({
      isConfigured: true,
      isSandbox: true,
      missing: [],
      noticeWay: 'server',
      subscriptionProblem: null,
    });
    expect((await state()).subscribedAt).not.toBeNull();
    expect(await stateFor(organiser, 'Garmin')).toMatchObject({ noticeWay: 'hand', subscribedAt: null });
    expect((await state()).noticeAddress).toMatch(/\/couplings\/polar\/notices\/…$/);
  });

  // claim: service-counts
  it('shows neither counts nor times if fewer than five people have connected the service', async () => {
    const member = await connected();
    await workout(member);
    const shown = await state();
    expect(shown).toMatchObject({
      people: null,
      needConsent: null,
      lastNotice: { at: null, isRecent: true },
      lastSuccess: { at: null, isRecent: true },
      waitingNotices: null,
    });
    await app.services.world.advance({ hours: 8 * 24 });
    expect(await state()).toMatchObject({
      lastNotice: { at: null, isRecent: false },
      lastSuccess: { at: null, isRecent: false },
    });
  });

  it('shows the reason for the last failure, but no time that could identify a person', async () => {
    const [member = ''] = members.keys();
    app.services.faults.Polar.failing = { calls: 1, status: 503 };
    const body = JSON.stringify({
      event: 'EXERCISE',
      user_id: Number(member),
      entity_id: 'a1',
      timestamp: app.clock.now.toString(),
      url: '',
    });
    const stored = { platform: 'Polar' as const, body, receivedAt: app.clock.now.toString() };
    await handleDelivery(app.work, stored);
    await expect.poll(async () => (await state()).lastFailure?.reason).toBe('down');
    expect((await state()).lastFailure).toMatchObject({ reason: 'down', at: null, isRecent: true });
    expect((await state()).lastFailure?.text).toContain('responded with 503');
    expect((await state()).isFailing).toBe(true);
  });

  it('shows when paused calls resume, and why a webhook subscription failed', async () => {
    const until = app.clock.now.add({ minutes: 15 }).toString();
    await app.database.db.insertInto('service_pauses').values({ platform: 'Polar', until }).execute();
    expect((await state()).pausedUntil).toBe(until);
    app.services.faults.Polar.failing = { calls: 1, status: 500 };
    const { origin } = new URL(app.webhookAddress('Polar'));
    const all = () => subscribeAll(app.work, `${origin}/`, testSecret);
    await expect(all()).rejects.toThrow();
    expect((await state()).subscriptionProblem).toContain('responded with 500');
    await all();
    expect((await state()).subscriptionProblem).toBeNull();
  });

  // claim: service-counts
  it('shows times, and counts rounded to multiples of five, if at least five accounts are active', async () => {
    while (members.size < 6) await connected();
    const [first = '', second = ''] = members.keys();
    // The time of the last webhook event is stored at most once a minute.
    const before = app.clock.now.epochMilliseconds;
    await app.services.world.advance({ minutes: 2 });
    await workout(first);
    await expect.poll(async () => (await state()).waitingNotices, { timeout: 30_000 }).toBe(0);
    const shown = await state();
    expect(shown).toMatchObject({ people: 5, needConsent: null, isFailing: false });
    expect(Date.parse(shown.lastNotice.at ?? '')).toBeGreaterThan(before);
    expect(shown.lastSuccess.at).not.toBeNull();
    const disconnected = [first, second];
    await app.database.db
      .updateTable('connected_accounts')
      .set({ dead_since: app.clock.now.toString(), death: 'revoked', tokens: null, expires_at: null })
      .where('platform', '=', 'Polar')
      .where('user_id', 'in', disconnected)
      .execute();
    expect(await state()).toMatchObject({
      people: 5,
      needConsent: null,
      lastNotice: { at: null, isRecent: true },
      waitingNotices: null,
    });
  });
});
