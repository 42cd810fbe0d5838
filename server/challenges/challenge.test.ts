import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '../../contract/accounts.ts';
import * as activities from '../../contract/activities.ts';
import * as challenges from '../../contract/challenges.ts';
import { addChallenge } from '../testing/challenges.ts';
import { idOf, running, type TestApp, testApp } from '../testing/test-app.ts';

type Person = Awaited<ReturnType<TestApp['participant']>>;

let app: TestApp;
let person: Person;

beforeAll(async () => {
  app = await testApp();
  const { db } = app.database;
  await addChallenge(db, 'summer', '2026-06-01', '2026-08-31');
  await addChallenge(db, 'autumn', '2026-10-01', '2026-11-30', { kilometers: 30 });
  await addChallenge(db, 'november', '2026-11-01', '2026-11-21');
  await addChallenge(db, 'winter', '2027-01-01', '2027-02-28');
  person = await app.participant();
});
afterAll(() => app.close());

const at = async (now: string, op: { path: string }) => {
  app.clock.now = Temporal.Instant.from(now);
  const response = await person.send({ method: 'GET', url: op.path });
  return response.statusCode === 200 ? response.json().uri : response.statusCode;
};
const noon = '2026-11-21T11:00:00Z';

describe('the challenges', () => {
  // spec: call GET /platform/api/challenges
  it('are listed by start date, latest first', async () => {
    const list = await person.call(challenges.list, { query: {} });
    expect(list['hydra:member'].map(({ uri }) => uri)).toEqual(['winter', 'november', 'autumn', 'summer']);
  });

  // spec: call GET /platform/api/challenges?uri
  it('can be found by URI, even if the path ends with a slash', async () => {
    const response = await person.send({ method: 'GET', url: '/platform/api/challenges/?uri=autumn' });
    expect(response.json()['hydra:member']).toMatchObject([{ uri: 'autumn', kilometers: 30 }]);
    expect((await person.call(challenges.list, { query: { uri: 'no such' } }))['hydra:member']).toEqual([]);
  });

  // spec: constant missing translation
  it.each([
    ['fr', 'autumn fr'],
    ['nl', 'autumn nl'],
    ['en', 'autumn nl'],
  ])('are shown in %s, or in their first language if there is no translation', async (language, name) => {
    const response = await person.send({
      method: 'GET',
      url: '/platform/api/challenges?uri=autumn',
      headers: { 'accept-language': language },
    });
    expect(response.json()['hydra:member'][0].name).toBe(name);
  });

  it('run from the start of their first day to the end of their last day in their own time zone', async () => {
    expect(await at('2026-05-31T21:59:59Z', challenges.current)).toBe(404);
    expect(await at('2026-05-31T22:00:00Z', challenges.current)).toBe('summer');
    expect(await at('2026-08-31T21:59:59Z', challenges.current)).toBe('summer');
    expect(await at('2026-08-31T22:00:00Z', challenges.current)).toBe(404);
    const list = await person.call(challenges.list, { query: { uri: 'summer' } });
    expect(list['hydra:member']).toMatchObject([
      { startsAt: '2026-06-01T00:00:00+02:00', endsAt: '2026-08-31T23:59:59+02:00' },
    ]);
  });

  // spec: call GET /platform/api/challenges/current, call GET /platform/api/challenges/previous
  // spec: call GET /platform/api/challenges/next
  it('include a current, a previous and a next challenge; if several are running, the last to start is current', async () => {
    expect(await at(noon, challenges.current)).toBe('november');
    expect(await at(noon, challenges.previous)).toBe('summer');
    expect(await at(noon, challenges.next)).toBe('winter');
    expect(await at('2026-11-22T11:00:00Z', challenges.current)).toBe('autumn');
    expect(await at('2027-03-01T11:00:00Z', challenges.next)).toBe(404);
    app.clock.now = Temporal.Instant.from(noon);
  });
});

describe('the totals of a challenge', () => {
  // spec: call GET /platform/api/challenge_statss/{uuid}, call GET /platform/api/challenge_statss/all
  // spec: call GET /platform/api/challenge_progresses/{uuid}, constant progress cap
  it('include participants, sports, activities and kilometres, and show at most 100 per cent progress', async () => {
    const autumn = (await person.call(challenges.list, { query: { uri: 'autumn' } }))['hydra:member'][0];
    const uuid = autumn?.uuid as string;
    const before = await person.call(challenges.progress, { params: { uuid } });
    expect(before).toMatchObject({ progress: 0, target: 30, percentage: 0 });
    const log = (performedAt: string, kilometers: number) =>
      person.call(activities.create, { body: { performedAt, sport: running, amountType: 'km', kilometers } });
    await log('2026-10-01', 29.999);
    expect(await person.call(challenges.progress, { params: { uuid } })).toMatchObject({ percentage: 99.99 });
    await log('2026-11-20', 10);
    await log('2026-09-30', 100);
    expect(await person.call(challenges.progress, { params: { uuid } })).toMatchObject({
      progress: 39.999,
      percentage: 100,
    });
    await app.participant();
    expect(await person.call(challenges.stats, { params: { uuid } })).toMatchObject({
      totalRegisteredPersons: 2,
      sports: 1,
      activities: 2,
      kilometers: 39.999,
    });
    const all = await person.call(challenges.statsOfAll, {});
    expect(all).toMatchObject({ challenges: 3, totalRegisteredPersons: 2, activities: 3 });
    expect(all.worldTravels).toBeCloseTo(139.999 / 40_075.017, 9);
  });

  it('count every participant, without subtracting the configured modifier', async () => {
    const before = await person.call(challenges.statsOfAll, {});
    await app.database.db
      .insertInto('configs')
      .values({ key: 'participantsModifier', value: '50' })
      .execute();
    expect(await person.call(challenges.statsOfAll, {})).toEqual(before);
  });
});

describe('the participants of a challenge', () => {
  const registered = async (uri: string) => {
    const uuid = (await person.call(challenges.list, { query: { uri } }))['hydra:member'][0]?.uuid as string;
    return (await person.call(challenges.stats, { params: { uuid } })).totalRegisteredPersons;
  };
  const signUpAt = async (now: string) => {
    app.clock.now = Temporal.Instant.from(now);
    return app.participant();
  };
  const deleteAccount = (one: Person) =>
    one.call(accounts.deleteAccount, { body: { profileId: String(idOf(one)) } });

  beforeAll(async () => {
    await addChallenge(app.database.db, 'spring', '2027-04-01', '2027-04-30', {
      timeZone: 'America/New_York',
    });
    await addChallenge(app.database.db, 'last', '2027-06-01', '2027-06-30');
  });

  it('are the people who signed in by the last day of the challenge, in the challenge’s time zone', async () => {
    const before = await registered('spring');
    await signUpAt('2027-05-01T03:59:59Z');
    expect(await registered('spring')).toBe(before + 1);
    await signUpAt('2027-05-01T04:00:00Z');
    expect(await registered('spring')).toBe(before + 1);
    expect(await registered('last')).toBe(before + 2);
  });

  it('still count after their accounts are deleted, but only in challenges that ran while they had an account', async () => {
    const [one, other] = [await signUpAt('2027-04-15T12:00:00Z'), await signUpAt('2027-05-10T12:00:00Z')];
    const [spring, last] = [await registered('spring'), await registered('last')];
    const all = await person.call(challenges.statsOfAll, {});
    await deleteAccount(one);
    await deleteAccount(other);
    expect(await registered('spring')).toBe(spring);
    expect(await registered('last')).toBe(last - 2);
    expect(await person.call(challenges.statsOfAll, {})).toEqual(all);
  });

  it('do not include people who were invited but never signed in', async () => {
    const before = await registered('last');
    await app.database.db
      .insertInto('people')
      .values({
        email: 'invited@example.com',
        given_name: 'Invited',
        surname: 'Person',
        sort_name: 'invited person',
        language: 'en',
        password_hash: null,
        guest_code_id: null,
        created_at: '2027-04-01T00:00:00Z',
      })
      .execute();
    expect(await registered('last')).toBe(before);
  });
});
