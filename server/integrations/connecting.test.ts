import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as activities from '../../contract/activities.ts';
import type { Platform } from '../../contract/couplings.ts';
import * as accounts from '../../contract/couplings.ts';
import { recordingOf, type ServiceUnderTest, servicesOf } from '../testing/connected-people.ts';
import { type ConnectingApp, connectingApp } from '../testing/connecting-app.ts';
import { expectSumsToHold } from '../testing/sums.ts';
import type { Browser } from '../testing/test-app.ts';
import type { Provider } from './providers/provider.ts';
import { planPolls } from './reading/polls.ts';

/**
 * 500 workouts are more than any service returns per page. With the embedded database engine, which is several times
 * slower, 100 must suffice.
 */
const batch = inject('template').engine === 'embedded' ? 100 : 500;

let app: ConnectingApp;
let under: ReturnType<typeof servicesOf>;
let person: Browser & { iri: string; email: string };

beforeAll(async () => {
  app = await connectingApp();
  under = servicesOf(app);
  // Pretend that no process has received events yet, so that every account is polled.
  await app.database.db.updateTable('service_states').set({ missed_until: '2100-01-01T00:00:00Z' }).execute();
});
afterAll(() => app.close());

const kilometres = async (): Promise<number[]> => {
  const { 'hydra:member': members } = await person.call(activities.list, { query: { person: person.iri } });
  return members.map(({ challengeKms }) => challengeKms).sort((one, other) => one - other);
};
/** Waits until the person's activities have exactly these distances in kilometres. */
const expectKilometres = (expected: number[]) =>
  expect.poll(kilometres, { timeout: 30_000, interval: 100 }).toEqual(expected);
const info = async () => {
  const { 'hydra:member': members } = await person.call(accounts.list, {});
  return members[0] as accounts.CouplingInfo;
};
/** Whether the webhook call with this body has been processed and no reads are waiting. */
const isDone = async (body: string) => {
  const { rows } = await app.database.pool.query(
    `select from jobs.job where name = 'notices' and state = 'completed' and data ->> 'body' = $1
      and not exists (select from account_reads)`,
    [body],
  );
  return rows.length > 0;
};
/** Whether no reads are waiting. */
const isAllRead = async () => {
  const { rows } = await app.database.pool.query('select from account_reads');
  return rows.length === 0;
};
/** Starts the polls, which find workouts that no webhook event reported. */
const poll = () => planPolls(app.work, 0);
/** Posts a captured webhook call to the platform's webhook address. */
const replay = (platform: Platform, message: { headers: Record<string, string>; body: string }) =>
  fetch(app.webhookAddress(platform), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...message.headers },
    body: message.body,
  });

describe.each(accounts.platforms)('a %s account', (platform) => {
  let service: ServiceUnderTest;
  let memberId: string;

  beforeEach(async () => {
    app.services.faults[platform].failing.calls = 0;
    // Strava allows 100 read requests in 15 minutes; advancing the clock resets the count between tests.
    await app.services.world.advance({ minutes: 15 });
  });

  /** Creates a person here and a member at the service. */
  const newcomer = async () => {
    service = under[platform];
    person = await app.participant();
    memberId = service.member();
  };
  const couple = () => app.couple(person, platform, memberId);
  /** Creates a person with a connected account. */
  const connected = async () => {
    await newcomer();
    expect(await couple()).toBe(`/my-activities/add?${platform.toLowerCase()}Success=true`);
  };
  const record = (changes: Parameters<typeof recordingOf>[2] = {}) =>
    service.record(memberId, recordingOf(app, service, changes));
  let restoreTransport = () => {};
  afterEach(() => restoreTransport());
  /** Lets a test change how the service delivers its webhook calls. */
  const interceptTransport = () => {
    const sender = {
      Fitbit: app.services.google.subscribers,
      Garmin: app.services.garmin.push,
      Polar: app.services.polar.webhooks,
      Strava: app.services.strava.events,
    }[platform];
    const usual = sender.transport;
    restoreTransport = () => {
      sender.transport = usual;
    };
    return {
      set: (transport: typeof usual) => {
        sender.transport = transport;
      },
      restore: restoreTransport,
    };
  };
  /** Runs an action and returns the webhook calls that it caused, without delivering them. */
  const caught = async (happen: () => Promise<unknown>) => {
    const transport = interceptTransport();
    const messages: { address: string; headers: Record<string, string>; body: string }[] = [];
    transport.set(async (message) => void messages.push(message));
    await happen();
    await expect.poll(() => messages.length, { timeout: 10_000, interval: 20 }).toBeGreaterThan(0);
    transport.restore();
    return messages;
  };

  // spec: call GET /platform/api/coupling_infos
  it('can be connected, after which workouts recorded there count here', async () => {
    await connected();
    expect((await info()).couplings).toMatchObject({ [platform]: { name: platform, deadSince: null } });
    await record();
    await expectKilometres([5]);
    await expectSumsToHold(app.database.db);
  });

  it('has its earlier workouts imported on the first connection, as far back as the service allows', async () => {
    await newcomer();
    await record({ hoursAgo: 48 });
    await couple();
    await record();
    // Polar does not list workouts from before the connection.
    await expectKilometres(platform === 'Polar' ? [5] : [5, 5]);
  });

  it('is not connected if a required scope is unticked', async () => {
    await newcomer();
    const back = await app.couple(person, platform, memberId, { ticks: service.tooFewTicks });
    expect(back).toMatch(new RegExp(`couplingFailed=(consent|account)&platform=${platform}$`));
    expect((await info()).couplings).toEqual({});
    expect(await couple()).toContain('Success=true');
  });

  it('is not connected if the person denies consent', async () => {
    await newcomer();
    const back = await app.couple(person, platform, memberId, { allows: false });
    expect(back).toContain('couplingFailed=cancelled');
    expect((await info()).couplings).toEqual({});
  });

  it('is not connected if the state is wrong', async () => {
    await newcomer();
    const back = await app.couple(person, platform, memberId, {
      rewriteReturn: (address) => address.replace(/state=[^&]+/, 'state=of-somebody-else'),
    });
    expect(back).toContain('couplingFailed=expired');
    expect((await info()).couplings).toEqual({});
  });

  it('is not connected if the authorization code has already been used', async () => {
    await newcomer();
    let used = '';
    await app.couple(person, platform, memberId, {
      rewriteReturn: (address) => {
        used = new URL(address).searchParams.get('code') ?? '';
        return address;
      },
    });
    person = await app.participant();
    const back = await app.couple(person, platform, memberId, {
      rewriteReturn: (address) => address.replace(/code=[^&]+/, `code=${used}`),
    });
    expect(back).toContain('couplingFailed=failed');
    expect((await info()).couplings).toEqual({});
  });

  it('is connected only once if the return page is reloaded while it is loading', async () => {
    await newcomer();
    let address = '';
    await app.couple(person, platform, memberId, {
      rewriteReturn: (back) => {
        address = back;
        return back.replace(/state=[^&]+/, 'state=of-somebody-else');
      },
    });
    const url = address.slice(address.indexOf('/', 'https://'.length));
    const provider = app.services.providers[platform] as Provider;
    const grant = provider.grant;
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    provider.grant = async (arrival, now) => {
      asked.resolve();
      await answered.promise;
      return grant.call(provider, arrival, now);
    };
    const first = person.send({ method: 'GET', url });
    await asked.promise;
    provider.grant = grant;
    const again = await person.send({ method: 'GET', url });
    expect(again.headers.location).toContain('couplingFailed=expired');
    answered.resolve();
    expect((await first).headers.location).toContain('Success=true');
    await record();
    await expectKilometres([5]);
  });

  it('can be connected to one person only', async () => {
    await connected();
    person = await app.participant();
    expect(await couple()).toContain('couplingFailed=taken');
    expect((await info()).couplings).toEqual({});
  });

  it('replaces the previously connected account, whose consent is then revoked', async () => {
    await connected();
    await record();
    await expectKilometres([5]);
    await app.services.world.advance({ minutes: 1 });
    const before = memberId;
    memberId = service.member();
    expect(await couple()).toContain('Success=true');
    await record({ hoursAgo: 6, metres: 6000 });
    // As after every disconnect, activities from Strava are removed and all others are kept.
    await expectKilometres(platform === 'Strava' ? [6] : [5, 6]);
    await poll();
    await service.record(before, recordingOf(app, service, { hoursAgo: 9, metres: 9000 }));
    await record({ hoursAgo: 12, metres: 7000 });
    await expectKilometres(platform === 'Strava' ? [6, 7] : [5, 6, 7]);
    expect(service.isAgreed(before)).toBe(false);
    expect((await info()).couplings[platform]).toMatchObject({ deadSince: null });
    await expectSumsToHold(app.database.db);
  });

  it('is shown as disconnected, and its owner gets one email, when the token is revoked at the service', async () => {
    await connected();
    await record();
    await expectKilometres([5]);
    const mails = () => app.mails.filter(({ to }) => to === person.email);
    await service.uncouple(memberId);
    await poll();
    await expect
      .poll(async () => (await info()).couplings[platform]?.death, { timeout: 30_000, interval: 100 })
      .toBe('revoked');
    await poll();
    await expect.poll(() => mails().length, { timeout: 60_000, interval: 100 }).toBe(1);
    expect(mails()[0]?.subject).toContain(platform);
    expect(await kilometres()).toEqual([5]);
    // Connecting again makes the account active again.
    expect(await couple()).toContain('Success=true');
    expect((await info()).couplings[platform]).toMatchObject({ deadSince: null });
  });

  it('is not affected by forged webhook calls', async () => {
    await connected();
    // Wait for the first import: if it ran later, it would find the workout that is recorded below.
    await expect.poll(isAllRead, { timeout: 30_000, interval: 100 }).toBe(true);
    const [message] = await caught(() => record());
    const forged = {
      ...message,
      headers: { 'garmin-client-id': 'somebody', 'polar-webhook-signature': '00' },
    };
    const answer = await replay(platform, forged as never);
    if (platform !== 'Strava') expect([401, 403]).toContain(answer.status);
    const address = `${app.webhookAddress(platform).slice(0, -8)}guessed!`;
    const elsewhere = await fetch(address, { method: 'POST', body: message?.body ?? '' });
    expect(elsewhere.status).toBe(404);
    // A forged Strava event does no harm, because the workout itself is read from Strava.
    await expectKilometres(platform === 'Strava' ? [5] : []);
  });

  it('counts each workout once if webhook calls are replayed', async () => {
    await connected();
    const messages = await caught(() => record());
    for (let time = 0; time < 5; time += 1)
      for (const message of messages) expect([200, 204]).toContain((await replay(platform, message)).status);
    await expectKilometres([5]);
    await record({ hoursAgo: 6 });
    await expectKilometres([5, 5]);
    await expectSumsToHold(app.database.db);
  });

  it('keeps the latest values if webhook calls arrive out of order', async () => {
    await newcomer();
    // Do not allow access to the history, because Garmin would send the earlier workouts later, in the middle of the
    // test.
    const ticks = ['ACTIVITY_EXPORT', 'HEALTH_EXPORT'];
    await app.couple(person, platform, memberId, platform === 'Garmin' ? { ticks } : {});
    let id = '';
    const created = await caught(async () => {
      id = await record();
    });
    await service.edit(memberId, id, recordingOf(app, service, { name: 'Longer', metres: 8000 }));
    // Polar does not report changes; the next poll finds them.
    await poll();
    await expectKilometres([8]);
    for (const message of created) await replay(platform, message);
    await poll();
    for (const { body } of created)
      await expect.poll(() => isDone(body), { timeout: 30_000, interval: 100 }).toBe(true);
    await expectKilometres([8]);
    await service.edit(memberId, id, recordingOf(app, service, { name: 'Longest', metres: 9000 }));
    await poll();
    await expectKilometres([9]);
    await expectSumsToHold(app.database.db);
  });

  it('counts a workout on its own day if the webhook call is three days late', async () => {
    await connected();
    const messages = await caught(() => record({ hoursAgo: 3 }));
    const day = app.services.world.now().subtract({ hours: 3 }).add({ minutes: 60 });
    await app.services.world.advance({ hours: 72 });
    for (const message of messages) await replay(platform, message);
    await expectKilometres([5]);
    const { 'hydra:member': members } = await person.call(activities.list, { query: { person: person.iri } });
    expect(members[0]?.performedAt).toBe(day.toString().slice(0, 10));
  });

  it(`imports ${batch} workouts at once, without duplicates`, async () => {
    await connected();
    const transport = interceptTransport();
    transport.set(async () => undefined);
    // Spaced so that no two workouts overlap. For Polar, all of them are in the three days that a poll
    // covers.
    const hoursApart = platform === 'Polar' ? 1 / 8 : 1 / 2;
    for (let n = 0; n < batch; n += 1)
      await service.record(
        memberId,
        recordingOf(app, service, { hoursAgo: 2 + n * hoursApart, elapsedSeconds: 300, metres: 1000 }),
      );
    transport.restore();
    if (platform === 'Garmin') {
      const body = {
        activities: [...app.services.garmin.members.one(memberId).activities.values()].map(({ summary }) => ({
          userId: memberId,
          ...summary,
        })),
      };
      await app.services.garmin.push.send(body);
    } else await poll();
    await expect
      .poll(
        async () =>
          (await person.call(activities.list, { query: { person: person.iri, itemsPerPage: 1 } }))[
            'hydra:totalItems'
          ],
        {
          timeout: 180_000,
          interval: 500,
        },
      )
      .toBe(batch);
    await expectSumsToHold(app.database.db);
  });

  it('counts a workout even if calls to the service first fail with status 500', async () => {
    await connected();
    Object.assign(app.services.faults[platform].failing, { calls: 2, status: 500 });
    await record();
    await expectKilometres([5]);
    expect((await info()).couplings[platform]).toMatchObject({ deadSince: null });
  });

  it('loses no workouts if the service is down for an hour', async () => {
    await connected();
    app.services.faults[platform].downUntil = app.services.world.now().add({ hours: 1 });
    await record();
    await poll();
    await app.services.world.advance({ minutes: 61 });
    await expectKilometres([5]);
    expect((await info()).couplings[platform]).toMatchObject({ deadSince: null });
  });

  it('stops counting a workout that is deleted at the service, except at Garmin, which does not report deletions', async () => {
    await connected();
    const id = await record();
    await expectKilometres([5]);
    await service.remove(memberId, id);
    if (!service.reportsDeletions) await poll();
    // Garmin does not let us read a workout again, so the activity stays until its owner excludes it.
    await expectKilometres(platform === 'Garmin' ? [5] : []);
  });

  // spec: call GET {activity}/refresh
  it('reads a workout again when the activity’s owner requests it', async () => {
    await connected();
    const id = await record();
    await expectKilometres([5]);
    const transport = interceptTransport();
    transport.set(async () => undefined);
    await service.edit(memberId, id, recordingOf(app, service, { metres: 7000 }));
    transport.restore();
    const { 'hydra:member': members } = await person.call(activities.list, { query: { person: person.iri } });
    const params = { uuid: members[0]?.uuid as string };
    const { outcome } = await person.call(accounts.refresh, { params });
    expect(outcome).toBe(platform === 'Garmin' ? 'requested' : 'done');
    await expectKilometres([7]);
    const other = await app.participant();
    expect(await other.refused(accounts.refresh, { params })).toMatchObject({ status: 404 });
  });

  // spec: call GET {uncoupleUrl}
  it('can be disconnected here and at the service, with or without deleting its activities', async () => {
    for (const keepActivities of ['true', 'false']) {
      await connected();
      await record();
      await expectKilometres([5]);
      const url = (await info()).couplings[platform]?.uncoupleUrl ?? '';
      const stranger = await app.participant();
      expect((await stranger.send({ method: 'GET', url })).statusCode).toBe(404);
      const forged = url.replace(/signature=[^&]+/, 'signature=forged');
      expect((await person.send({ method: 'GET', url: forged })).statusCode).toBe(403);
      const { statusCode } = await person.send({
        method: 'GET',
        url: `${url}&keepActivities=${keepActivities}`,
      });
      expect(statusCode).toBe(204);
      expect((await info()).couplings).toEqual({});
      expect(await kilometres()).toEqual(keepActivities === 'true' && platform !== 'Strava' ? [5] : []);
      await record({ hoursAgo: 8 });
      await poll();
      expect(await kilometres()).toHaveLength(keepActivities === 'true' && platform !== 'Strava' ? 1 : 0);
    }
    await expectSumsToHold(app.database.db);
  });
});
