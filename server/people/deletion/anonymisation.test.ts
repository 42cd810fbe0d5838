import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import * as activities from '../../../contract/activities.ts';
import * as challenges from '../../../contract/challenges.ts';
import * as changes from '../../../contract/managed/changes.ts';
import * as people from '../../../contract/people.ts';
import { accountRemovalHooks } from '../../composition.ts';
import { integrationDependencies } from '../../integrations/dependencies.ts';
import type { Mail } from '../../kit/mail.ts';
import { openQueue } from '../../kit/queue.ts';
import type { MailContext } from '../../outbox/mail-jobs.ts';
import { loadTexts, translator } from '../../platform/texts/texts.ts';
import { addChallenge } from '../../testing/challenges.ts';
import { expectSumsToHold } from '../../testing/sums.ts';
import { running, type TestApp, testApp, testSecret } from '../../testing/test-app.ts';
import { anonymise, peopleToAnonymise, peopleToWarn, withdrawWarnings } from './anonymisation.ts';
import { enqueueDueAnonymisations, startAnonymisation } from './anonymisation-jobs.ts';
import { sendAnonymisationWarning } from './anonymisation-warning.ts';

type Participant = Awaited<ReturnType<TestApp['participant']>>;

let app: TestApp;
let mails: Mail[];
let mailing: MailContext;

beforeEach(async () => {
  await app?.close();
  app = await testApp();
  mails = [];
  mailing = {
    db: app.database.db,
    mailer: { send: async (mail) => void mails.push(mail) },
    translate: translator(await loadTexts()),
    publicUrl: 'https://challenge.example.com/',
    platformName: 'Global Challenge',
    accent: undefined,
  };
});
afterAll(() => app.close());

const at = (day: string) => {
  app.clock.now = Temporal.Instant.from(`${day}T08:00:00Z`);
};
const removalHooks = () =>
  accountRemovalHooks(
    integrationDependencies(app.database.db, app.queue, testSecret, {}, () => app.clock.now),
  );
const setDays = async (days: unknown) => {
  const value = JSON.stringify(days);
  await app.database.db
    .insertInto('configs')
    .values({ key: 'anonymiseAfterDays', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
};
const idOf = async (person: Participant) => (await person.call(people.me, {})).id;
const run = (person: Participant, performedAt: string) =>
  person.call(activities.create, {
    body: { performedAt, sport: running, amountType: 'km', kilometers: 5 },
  });
/**
 * Runs the daily job and the jobs that it enqueues. Returns the ids of people who were warned and of people who were
 * anonymised.
 */
const workOn = async (day: string) => {
  at(day);
  const { db } = app.database;
  const { now } = app.clock;
  await withdrawWarnings(db, now);
  const warned = (await peopleToWarn(db, now)).map(({ personId }) => personId);
  for (const personId of warned) await sendAnonymisationWarning(mailing, personId, now);
  const gone = (await peopleToAnonymise(db, now)).map(({ personId }) => personId);
  for (const personId of gone) await anonymise(db, removalHooks(), personId, now);
  return { warned, gone };
};
const nobody = { warned: [], gone: [] };
const november = (closesAt = '2026-12-03T23:00:00Z') =>
  addChallenge(app.database.db, 'november', '2026-11-01', '2026-11-30', { closesAt });

describe('a participant whose challenge is over', () => {
  // claim: anonymisation
  it('is warned two weeks in advance, in their language, and is anonymised on the announced day', async () => {
    await november();
    await setDays(60);
    const anna = await app.participant('Anna');
    const id = await idOf(anna);
    await run(anna, '2026-11-20');
    await app.database.db.updateTable('people').set({ language: 'fr' }).where('id', '=', id).execute();
    // 60 days after 30 November is 29 January, so the warning is due on 15 January.
    expect(await workOn('2027-01-14')).toEqual(nobody);
    expect(await workOn('2027-01-15')).toEqual({ warned: [id], gone: [] });
    expect(mails).toHaveLength(1);
    expect(mails[0]?.to).toBe(anna.email);
    expect(mails[0]?.subject).toBe('Votre compte deviendra anonyme le 29 janvier 2027');
    expect(mails[0]?.text).toContain('november fr');
    expect(mails[0]?.text).toContain('https://challenge.example.com/my-profile');
    expect(await workOn('2027-01-28')).toEqual(nobody);
    expect(await workOn('2027-01-29')).toEqual({ warned: [], gone: [id] });
    expect(mails).toHaveLength(1);
    const left = await app.database.db.selectFrom('people').select('id').where('id', '=', id).execute();
    expect(left).toEqual([]);
    await expectSumsToHold(app.database.db);
    const organiser = await app.organiser();
    const [challenge] = (await organiser.call(challenges.list, { query: {} }))['hydra:member'];
    const stats = await organiser.call(challenges.stats, { params: { uuid: challenge?.uuid ?? '' } });
    expect(stats.kilometers).toBe(5);
    const log = await organiser.call(changes.list, { query: { resource: 'people' } });
    expect(log['hydra:member']).toMatchObject([
      { actor: null, action: 'anonymise', resourceId: String(id), after: { challengeEndedOn: '2026-11-30' } },
    ]);
    expect(JSON.stringify(log)).not.toMatch(/anna|dubois|example\.com/i);
  });

  it('has two weeks to react to the warning email, however long ago the challenge ended', async () => {
    await november();
    const anna = await app.participant();
    const id = await idOf(anna);
    expect(await workOn('2027-06-01')).toEqual(nobody);
    await setDays(60);
    expect(await workOn('2027-06-02')).toEqual({ warned: [id], gone: [] });
    expect(mails[0]?.subject).toContain('16 June 2027');
    expect(await workOn('2027-06-15')).toEqual(nobody);
    expect(await workOn('2027-06-16')).toEqual({ warned: [], gone: [id] });
  });

  // claim: anonymisation-needs-warning
  it('is not anonymised if the warning could not be sent', async () => {
    await november();
    await setDays(14);
    const anna = await app.participant();
    const id = await idOf(anna);
    at('2027-02-01');
    const down = { ...mailing, mailer: { send: async () => Promise.reject(new Error('down')) } };
    await expect(sendAnonymisationWarning(down, id, app.clock.now)).rejects.toThrow('down');
    at('2027-03-01');
    expect(await peopleToAnonymise(app.database.db, app.clock.now)).toEqual([]);
    await anonymise(app.database.db, removalHooks(), id, app.clock.now);
    await anna.call(people.me, {});
  });

  it('is not anonymised while the results are not final', async () => {
    await november('2027-03-01T00:00:00Z');
    await setDays(14);
    await app.participant();
    expect(await workOn('2027-02-20')).toEqual(nobody);
    expect((await workOn('2027-03-02')).warned).toHaveLength(1);
  });
});

describe('anonymisation', () => {
  it('spares people who take part in a later challenge, even after a warning, and warns them again after that challenge', async () => {
    await november();
    await addChallenge(app.database.db, 'spring', '2027-01-10', '2027-04-30', {
      closesAt: '2027-05-03T00:00:00Z',
    });
    await setDays(60);
    const [anna, bert] = [await app.participant('Anna'), await app.participant('Bert')];
    const [annaId, bertId] = [await idOf(anna), await idOf(bert)];
    for (const person of [anna, bert]) await run(person, '2026-11-20');
    expect((await workOn('2027-01-15')).warned).toEqual([annaId, bertId]);
    at('2027-01-20');
    await run(anna, '2027-01-20');
    expect(await workOn('2027-01-29')).toEqual({ warned: [], gone: [bertId] });
    expect(await workOn('2027-06-14')).toEqual(nobody);
    expect(await workOn('2027-06-15')).toEqual({ warned: [annaId], gone: [] });
    expect(await workOn('2027-06-29')).toEqual({ warned: [], gone: [annaId] });
  });

  it('spares people who log an activity between the check and the removal', async () => {
    await november();
    await addChallenge(app.database.db, 'spring', '2027-01-10', '2027-04-30');
    await setDays(60);
    const anna = await app.participant();
    const id = await idOf(anna);
    await run(anna, '2026-11-20');
    await workOn('2027-01-15');
    at('2027-01-29');
    expect(await peopleToAnonymise(app.database.db, app.clock.now)).toHaveLength(1);
    await run(anna, '2027-01-29');
    await anonymise(app.database.db, removalHooks(), id, app.clock.now);
    expect((await anna.call(people.me, {})).kilometers).toBe(10);
  });

  it('spares organisers and moderators', async () => {
    await november();
    await setDays(14);
    await app.organiser();
    await app.organiser('moderator');
    expect(await workOn('2027-12-01')).toEqual(nobody);
  });

  it('spares people who signed up between two challenges, even without activities, until the later one is over', async () => {
    await november();
    await addChallenge(app.database.db, 'spring', '2027-03-01', '2027-03-31', {
      closesAt: '2027-04-03T00:00:00Z',
    });
    await setDays(30);
    at('2026-12-10');
    const late = await app.participant();
    const id = await idOf(late);
    expect(await workOn('2027-03-20')).toEqual(nobody);
    expect((await workOn('2027-04-16')).warned).toEqual([id]);
    expect((await workOn('2027-04-30')).gone).toEqual([id]);
  });

  it('spares everybody while the setting is off or invalid', async () => {
    await november();
    await app.participant();
    for (const days of [undefined, 0, 13, -30, 30.5, 4000, 'soon', true, null]) {
      if (days !== undefined) await setDays(days);
      expect(await workOn('2028-01-01')).toEqual(nobody);
    }
  });

  it('spares people who were warned before anonymisation was switched off or postponed', async () => {
    await november();
    await setDays(30);
    const id = await idOf(await app.participant());
    expect((await workOn('2026-12-16')).warned).toEqual([id]);
    await setDays(365);
    expect(await workOn('2026-12-30')).toEqual(nobody);
    expect((await workOn('2027-11-16')).warned).toEqual([id]);
    await setDays(null);
    expect(await workOn('2027-12-30')).toEqual(nobody);
    await setDays(365);
    expect(await workOn('2027-12-31')).toEqual({ warned: [id], gone: [] });
  });
});

it('runs anonymisation through the job queue', async () => {
  await november();
  await setDays(30);
  const id = await idOf(await app.participant());
  const queue = openQueue(app.database.pool, { works: true, report: () => undefined });
  const done = { db: app.database.db, clock: () => app.clock.now, removalHooks: removalHooks() };
  await startAnonymisation(queue, done, mailing, () => undefined);
  at('2026-12-16');
  await enqueueDueAnonymisations(queue, done);
  await expect.poll(() => mails.length, { timeout: 30_000 }).toBe(1);
  const warned = () => app.database.db.selectFrom('anonymisation_warnings').select('person_id').execute();
  await expect.poll(warned, { timeout: 30_000 }).toEqual([{ person_id: id }]);
  at('2026-12-30');
  await enqueueDueAnonymisations(queue, done);
  const left = () => app.database.db.selectFrom('people').select('id').where('id', '=', id).execute();
  await expect.poll(left, { timeout: 30_000 }).toEqual([]);
  await queue.stop();
});
