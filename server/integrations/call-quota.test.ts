import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as activities from '../../contract/activities.ts';
import type { Platform } from '../../contract/couplings.ts';
import * as accounts from '../../contract/couplings.ts';
import type { ServiceState } from '../../contract/managed/integrations.ts';
import * as managed from '../../contract/managed/integrations.ts';
import { addChallenge } from '../testing/challenges.ts';
import { recordingOf, type ServiceUnderTest, servicesOf } from '../testing/connected-people.ts';
import { type ConnectingApp, connectingApp } from '../testing/connecting-app.ts';
import type { Browser } from '../testing/test-app.ts';
import type { Provider } from './providers/provider.ts';
import { planPolls } from './reading/polls.ts';
import { recordReceiverHeartbeat } from './webhooks/receiver-heartbeat.ts';

type Person = Browser & { iri: string };

let app: ConnectingApp;
let under: ReturnType<typeof servicesOf>;
const usual = { short: 100, long: 1000 };

beforeAll(async () => {
  app = await connectingApp();
  under = servicesOf(app);
});
afterAll(() => app.close());

beforeEach(async () => {
  app.services.strava.limits.allowed.read = usual;
  await app.database.db.deleteFrom('connected_accounts').execute();
  await app.services.world.advance({ hours: 24 });
});

/** Connects a new person's account, and waits until the first import is over. */
async function connected(platform: Platform, hoursAgo?: number) {
  const person = await app.participant();
  const service = under[platform];
  const memberId = service.member();
  if (hoursAgo !== undefined)
    await service.record(memberId, recordingOf(app, service, { hoursAgo, metres: 3000 }));
  expect(await app.couple(person, platform, memberId)).toContain('Success=true');
  await expectNothingDue(platform);
  return { person, memberId };
}

const record = (service: ServiceUnderTest, memberId: string, hoursAgo = 3) =>
  service.record(memberId, recordingOf(app, service, { hoursAgo }));
const kilometres = async (person: Person) => {
  const { 'hydra:member': members } = await person.call(activities.list, { query: { person: person.iri } });
  return members.map(({ challengeKms }) => challengeKms);
};
const expectKilometres = (person: Person, expected: number[]) =>
  expect.poll(() => kilometres(person), { timeout: 30_000, interval: 100 }).toEqual(expected);
const waiting = (platform: Platform) =>
  app.database.db.selectFrom('account_reads').selectAll().where('platform', '=', platform).execute();
const expectNothingDue = (platform: Platform) =>
  expect.poll(() => waiting(platform), { timeout: 30_000, interval: 50 }).toEqual([]);
/** Returns the number of calls counted against Strava's daily limit for reads. */
const used = async () => {
  const row = await app.database.db
    .selectFrom('service_usage')
    .select('used')
    .where('name', '=', 'x-readratelimit 86400')
    .executeTakeFirst();
  return row?.used ?? 0;
};
const pause = (until: string) =>
  app.database.db
    .insertInto('service_pauses')
    .values({ platform: 'Strava', until })
    .onConflict((conflict) => conflict.column('platform').doUpdateSet({ until }))
    .execute();
/** Returns the start of Strava's next quarter of an hour, in milliseconds since 1970. */
const nextQuarter = () => Math.ceil(app.clock.now.epochMilliseconds / (15 * 60_000)) * 15 * 60_000;
const info = async (person: Person) =>
  (await person.call(accounts.list, {}))['hydra:member'][0] as accounts.CouplingInfo;

describe('calls to a service', () => {
  it('are not repeated for events that report the same workout several times', async () => {
    const { person, memberId } = await connected('Strava');
    const before = await used();
    await pause('2100-01-01T00:00:00Z');
    const { events } = app.services.strava;
    const send = events.transport;
    events.transport = async (message, deliver) => {
      for (let time = 0; time < 4; time += 1) await deliver(message);
    };
    await record(under.Strava, memberId);
    events.transport = send;
    await expect
      .poll(async () => (await waiting('Strava')).map(({ reports }) => reports), { timeout: 30_000 })
      .toEqual([4]);
    await pause(app.clock.now.toString());
    await expectKilometres(person, [5]);
    expect((await used()) - before).toBe(1);
  });

  it('fetch several reported workouts in one list, without requesting an empty last page', async () => {
    const { person, memberId } = await connected('Strava');
    const before = await used();
    await pause('2100-01-01T00:00:00Z');
    for (const hoursAgo of [3, 6, 9]) await record(under.Strava, memberId, hoursAgo);
    await expect.poll(async () => (await waiting('Strava')).length, { timeout: 30_000 }).toBe(3);
    await pause(app.clock.now.toString());
    await expectKilometres(person, [5, 5, 5]);
    expect((await used()) - before).toBe(1);
  });

  it('stop before the service rejects them, and the person sees when the remaining workouts are expected', async () => {
    const { person, memberId } = await connected('Strava');
    app.services.strava.limits.allowed.read = { short: 2, long: 1000 };
    await app.services.world.advance({ minutes: 15 });
    await record(under.Strava, memberId, 3);
    await expectKilometres(person, [5]);
    await record(under.Strava, memberId, 6);
    await expectKilometres(person, [5, 5]);
    await record(under.Strava, memberId, 9);
    await expect.poll(async () => (await waiting('Strava')).length, { timeout: 30_000 }).toBe(1);
    expect(Date.parse((await info(person)).couplings.Strava?.expectedAt ?? '')).toBe(nextQuarter());
    await app.services.world.advance({ minutes: 15 });
    await expectKilometres(person, [5, 5, 5]);
    expect((await info(person)).couplings.Strava?.expectedAt).toBeNull();
    const { failure } = await app.database.db
      .selectFrom('service_states')
      .select('failure')
      .where('platform', '=', 'Strava')
      .executeTakeFirstOrThrow();
    expect(failure).not.toBe('limit');
  });

  it('are reserved for events while polls wait for the next window', async () => {
    app.services.strava.limits.allowed.read = { short: 10, long: 1000 };
    const people = [];
    for (let n = 0; n < 5; n += 1) people.push(await connected('Strava'));
    await app.services.world.advance({ hours: 24 });
    await recordReceiverHeartbeat(app.database.db, app.clock.now);
    await app.services.world.advance({ milliseconds: nextQuarter() - app.clock.now.epochMilliseconds });
    await app.services.world.advance({ minutes: 15 });
    // No process received events for more than a quarter of an hour, so every account may have missed some.
    await recordReceiverHeartbeat(app.database.db, app.clock.now);
    await planPolls(app.work, 0);
    await expect
      .poll(async () => (await waiting('Strava')).map(({ urgency }) => urgency), { timeout: 30_000 })
      .toEqual([2]);
    const { person, memberId } = people[4] ?? (await connected('Strava'));
    await record(under.Strava, memberId);
    await expectKilometres(person, [5]);
    expect((await waiting('Strava')).length).toBeGreaterThan(0);
    await app.services.world.advance({ minutes: 15 });
    await expectNothingDue('Strava');
    await planPolls(app.work, 0);
    expect(await waiting('Strava')).toEqual([]);
  });

  it('do not wait for another service that does not respond', async () => {
    const slow = await connected('Strava');
    const quick = await connected('Polar');
    const strava = app.services.providers.Strava as Provider;
    const { read } = strava;
    const answered = Promise.withResolvers<void>();
    strava.read = async (...call) => {
      await answered.promise;
      return read(...call);
    };
    await record(under.Strava, slow.memberId);
    await record(under.Polar, quick.memberId);
    await expectKilometres(quick.person, [5]);
    expect(await kilometres(slow.person)).toEqual([]);
    strava.read = read;
    answered.resolve();
    await expectKilometres(slow.person, [5]);
  });
});

describe('a first import', () => {
  it('reaches back to the first day of the current challenge', async () => {
    const today = app.clock.now.toZonedDateTimeISO('Europe/Brussels').toPlainDate();
    const id = await addChallenge(
      app.database.db,
      'long',
      today.subtract({ days: 60 }).toString(),
      today.add({ days: 9 }).toString(),
    );
    const early = await connected('Strava', 55 * 24);
    const tooEarly = await connected('Strava', 65 * 24);
    await expectKilometres(early.person, [3]);
    expect(await kilometres(tooEarly.person)).toEqual([]);
    await app.database.db.deleteFrom('challenges').where('id', '=', id).execute();
    const afterwards = await connected('Strava', 55 * 24);
    expect(await kilometres(afterwards.person)).toEqual([]);
  });
});

describe('Strava’s limit on connected athletes', () => {
  it('is respected, and shown to people and organisers', async () => {
    const first = await connected('Strava');
    const provider = app.services.providers.Strava as Provider;
    app.services.strava.mostAthletes = app.services.strava.consents.count();
    const person = await app.participant();
    const address = await person.send({ method: 'GET', url: '/strava/connect' });
    const refused = await fetch(String(address.headers.location), {
      method: 'POST',
      body: new URLSearchParams({ member: under.Strava.member(), decision: 'allow', tick: 'read' }),
      redirect: 'manual',
    });
    expect(await refused.json()).toMatchObject({
      errors: [{ code: 'Limit of connected athletes exceeded' }],
    });
    provider.mostPeople = 1;
    expect((await info(person)).full).toEqual(['Strava']);
    const barred = await person.send({ method: 'GET', url: '/strava/connect' });
    expect(barred.headers.location).toBe('/my-activities/add?couplingFailed=full&platform=Strava');
    const organiser = await app.organiser();
    const { 'hydra:member': states } = await organiser.call(managed.list, { query: {} });
    expect(states.find(({ platform }) => platform === 'Strava')).toMatchObject({
      mostPeople: 1,
      isFull: true,
    } satisfies Partial<ServiceState>);
    // A person who is already connected may connect again.
    expect((await info(first.person)).full).toEqual([]);
    expect(await app.couple(first.person, 'Strava', first.memberId)).toContain('Success=true');
    provider.mostPeople = undefined;
    app.services.strava.mostAthletes = 9999;
  });
});
