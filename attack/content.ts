import { api } from '../contract/api.ts';
import type { Operation } from '../contract/kit/operation.ts';
import { receiveWorkouts } from '../server/activities/source-records/receive-workouts.ts';
import { encryptorOf } from '../server/db/encryption.ts';
import { memoryOf } from '../server/integrations/platform-memory.ts';
import { keepWebhook } from '../server/integrations/polar/webhook.ts';
import { challengeEntry } from '../server/testing/managed-challenge.ts';
import { logKilometers, moderationCalls, runRegularly } from '../server/testing/moderation.ts';
import { receivedRun } from '../server/testing/received-run.ts';
import { countChallenges, finishTask } from '../server/testing/tasks.ts';
import { type Browser, type TestApp, testSecret } from '../server/testing/test-app.ts';
import { formWith } from '../server/testing/workout-files.ts';
import type { Canary, People } from './people.ts';
import { polarSecret } from './simulated-services.ts';

type Calls = Browser & { id: number };

const text = (marker: string) => ({ en: marker, fr: marker, nl: '' });

/** Switches every feature on. */
export async function switchEverythingOn(app: TestApp, organiser: Calls): Promise<void> {
  const { 'hydra:member': all } = await organiser.call(api.managedSettings.list, { query: {} });
  const [settings] = all;
  if (!settings) throw new Error('no settings found');
  await organiser.call(api.managedSettings.replace, {
    params: { id: settings.id },
    body: {
      ...settings,
      registrationMethod: 'formAndProviders',
      teamsEnabled: true,
      allowTeamCreation: true,
      likesEnabled: true,
      commentsEnabled: true,
      stravaApproved: true,
      showToOthers: { Fitbit: 'none', Garmin: 'full', Polar: 'full', Strava: 'score_only' },
      infoScreen: text('<p>Welcome</p>'),
    },
  });
  await app.database.db.insertInto('sports').values(waitingSport).execute();
}

/** A sport that came from a source and is not approved yet. */
const waitingSport = { name: 'kayaking', type: 'other', approved: false, km_per_hour: 6 } as const;

/** Creates a challenge in each state. */
export async function fillChallenges(app: TestApp, organiser: Calls): Promise<void> {
  const make = (uri: string, startsOn: string, endsOn: string, graceHours = 72) =>
    organiser.call(api.managedChallenges.create, {
      body: challengeEntry({ uri, startsOn, endsOn, graceHours, name: { en: uri, fr: '', nl: '' } }),
    });
  const { id } = await make('spring', '2026-03-01', '2026-03-31', 0);
  await countChallenges(app);
  const task = await organiser.call(api.managedChallenges.freeze, { params: { id } });
  await finishTask(app, task.id);
  const summer = await make('summer', '2026-07-01', '2026-07-31');
  await organiser.call(api.managedChallenges.archive, {
    params: { id: summer.id },
    body: { archived: true },
  });
  await make('autumn', '2026-11-01', '2026-11-19');
  await make('november', '2026-11-20', '2026-11-30');
  await make('winter', '2027-01-01', '2027-02-01');
  await countChallenges(app);
}

/** Creates activities, teams, comments, likes and flags; returns the private words that they contain. */
export async function fillSocial(app: TestApp, people: People): Promise<Canary[]> {
  const { anna, bob, carol, moderator, analyst, organiser } = people;
  const { db } = app.database;
  await runRegularly(anna);
  await runRegularly(bob);
  const { uuid, '@id': activity } = await logKilometers(anna, 5);
  await logKilometers(carol, 160);
  const run = (externalId: string, hour: number) =>
    receivedRun({
      externalId,
      startedAt: app.clock.now.subtract({ hours: hour }),
      name: `secretrun${externalId}`,
    });
  await receiveWorkouts(db, bob.id, 'Fitbit', [run('a', 60)], app.clock.now);
  await receiveWorkouts(db, bob.id, 'Strava', [run('b', 84), run('c', 108)], app.clock.now);
  await receiveWorkouts(db, anna.id, 'Garmin', [run('d', 60), run('e', 110)], app.clock.now);
  await receiveWorkouts(db, anna.id, 'Polar', [run('f', 59)], app.clock.now);
  const team = await bob.call(api.teams.create, { body: { name: 'The runners' } });
  await carol.call(api.teams.join, { params: { uuid: team.uuid } });
  await anna.call(api.teams.create, { body: { name: 'The walkers' } });
  for (const person of [bob, carol]) await person.call(api.likes.toggle, { params: { uuid }, query: {} });
  const comment = await bob.call(api.comments.create, { body: { content: 'A remark', activity } });
  await carol.call(api.comments.create, { body: { content: 'Another remark', activity } });
  for (const [person, reason] of [
    [carol, 'secretflagreason'],
    [moderator, 'secretflagreason'],
    [organiser, 'secretflagreason'],
    // Everybody may read their own reason.
    [analyst, 'An impolite remark'],
  ] as const)
    await person.call(api.comments.flag, { body: { comment: comment['@id'], reason } });
  await bob.call(api.ingest.createToken, { body: { name: 'secretbobphone' } });
  return [
    {
      marker: 'secretruna',
      what: 'a workout of a service that others see nothing of',
      readers: ['other', 'organiser'],
    },
    { marker: 'secretrunb', what: 'a workout that others see the score of', readers: ['other', 'organiser'] },
    { marker: 'secretflagreason', what: 'why somebody flagged', readers: ['moderator', 'organiser'] },
    { marker: 'secretbobphone', what: 'the name of a personal token', readers: ['other'] },
  ];
}

/** Connects services, which send workouts. */
export async function couple(app: TestApp, people: People): Promise<void> {
  const { db } = app.database;
  const now = app.clock.now.toString();
  await keepWebhook(memoryOf(db, encryptorOf(testSecret), 'Polar'), { id: '1', secret: polarSecret });
  for (const [person, platform] of [
    [people.anna, 'Strava'],
    [people.bob, 'Fitbit'],
  ] as const)
    await db
      .insertInto('connected_accounts')
      .values({
        person_id: person.id,
        platform,
        user_id: `user ${person.id}`,
        scopes: [],
        coupled_at: now,
        dead_since: now,
        death: 'revoked',
      })
      .execute();
}

/** Creates the resources that organisers manage. */
export async function fillManagement(app: TestApp, { organiser, anna }: People): Promise<void> {
  const call = <Op extends Operation>(op: Op, body: object) => organiser.call(op, { body } as never);
  const { id } = await call(api.managedFaqLibraries.create, { name: text('Questions') });
  await call(api.managedFaqQuestions.create, {
    libraryId: id,
    position: 1,
    problem: text('Why?'),
    solution: text('<p>So</p>'),
  });
  const consent = await call(api.managedConsentTexts.create, {
    title: { en: 'Consent', fr: 'Consentement', nl: 'Toestemming' },
    content: { en: '<p>Yes</p>', fr: '<p>Oui</p>', nl: '<p>Ja</p>' },
  });
  const published = { params: { id: consent.id }, body: { version: consent.version } };
  await organiser.call(api.managedConsentTexts.publish, published);
  await call(api.managedGuestCodes.create, { code: 'SECOND', maximumUses: 100 });
  await call(api.managedProgressMaps.create, { name: 'Coast', tour: 'coast' });
  await call(api.managedSports.addUsual, { names: ['yoga', 'hiking'] });
  const square = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  );
  await organiser.send({
    method: 'POST',
    url: api.managedPictures.upload.path,
    ...formWith('logo.svg', square),
  });
  await correctOne(organiser);
  const failed = { kind: 'freeze-challenge', state: 'failed', problem: 'changedElsewhere' } as const;
  const at = app.clock.now.toString();
  await app.database.db
    .insertInto('tasks')
    .values({ ...failed, input: '{}', created_at: at, finished_at: at })
    .execute();
  await organiser.call(api.managedPeople.resendMail, { params: { id: anna.id } });
  await app.database.pool.query(`delete from jobs.job`);
  await organiser.call(api.managedPeople.resendMail, { params: { id: anna.id } });
}

/** Corrects one of Anna's activities, so that she can respond to the decision. */
async function correctOne(organiser: Browser): Promise<void> {
  const { activity, correct } = moderationCalls(() => organiser);
  const { 'hydra:member': all } = await organiser.call(api.managedActivities.list, { query: {} });
  const one = all.find(({ person, source }) => person.startsWith('Anna') && source === 'manual');
  if (one) await correct(await activity(one.uuid), { kilometers: 4 });
}
