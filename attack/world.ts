import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '../contract/api.ts';
import type { Operation } from '../contract/kit/operation.ts';
import { memoryOf } from '../server/couplings/platform-memory.ts';
import { keepWebhook } from '../server/couplings/providers/polar-webhook.ts';
import { serveSimulators } from '../server/couplings/simulators/simulators.ts';
import type { Database } from '../server/db/db.ts';
import { sealerOf } from '../server/kit/sealed.ts';
import { makeLink } from '../server/people/mailed-link.ts';
import { challengeEntry } from '../server/testing/managed-challenge.ts';
import { logKilometers, moderationCalls, runRegularly } from '../server/testing/moderation.ts';
import { receivedRun } from '../server/testing/received-run.ts';
import { simulatedServices } from '../server/testing/simulated-services.ts';
import { countChallenges, finishTask } from '../server/testing/tasks.ts';
import { type Browser, type TestApp, testApp, testSecret } from '../server/testing/test-app.ts';
import { formWith } from '../server/testing/workout-files.ts';
import { loadTexts, translator } from '../server/translations/texts.ts';
import { receiveWorkouts } from '../server/workouts/receive-workouts.ts';
import { polarSecret, simulatorsBelow } from './addresses.ts';
import { Harvest } from './harvest.ts';
import { type Canary, canariesOf, type People, type Role, signUpPeople } from './people.ts';
import { type Stored, watchStored } from './stored.ts';

/** A server with a little of everything in it, that calls can be made to and that forgets what they did. */
export interface World {
  app: TestApp;
  people: People;
  /** What each of them sends along. */
  credentials: Record<Role, Record<string, string>>;
  /** The same of those who look at what came of calls. */
  lookers: Record<'participant' | 'organiser', Record<string, string>>;
  /** Secret parts of mailed links that can be used. */
  slugs: string[];
  canaries: Canary[];
  harvest: Harvest;
  stored: Stored;
  close(): Promise<void>;
}

type Calls = Browser & { id: number };

/** Makes the world in an empty, migrated database. */
export async function makeWorld(database: Database): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'challenge-attack-'));
  await writeFile(join(folder, 'index.html'), page);
  const services = await simulatedServices(() => 'http://localhost');
  const app = await testApp({
    database,
    publicUrl: 'http://localhost/',
    providers: services.providers,
    identityProviders: [unreachableProvider],
    appFolders: { web: folder, management: folder },
  });
  await serveSimulators(
    app.app,
    simulatorsBelow,
    { ...services, address: () => services.address },
    translator(await loadTexts()),
  );
  const people = await signUpPeople(app);
  const { anna, bob, carol, moderator, organiser, dirk, lookers } = people;
  await setUp(app, organiser);
  await fillChallenges(app, organiser);
  const secrets = await fillSocial(app, people);
  await fillManagement(app, people);
  await couple({ app, people });
  await organiser.call(api.managedPeople.deactivate, { params: { id: dirk.id }, body: {} });
  const { token = '' } = await anna.call(api.ingest.createToken, { body: { name: 'My phone' } });
  const slugs = await Promise.all(
    [anna, bob, carol].map(({ id }) => makeLink(database.db, id, 'reset-password', app.clock.now)),
  );
  slugs.push(await makeLink(database.db, carol.id, 'activate', app.clock.now));
  const harvest = new Harvest(
    [lookers.participant, lookers.organiser].flatMap(({ iri, id }) => [
      iri,
      `/platform/api/management/people/${id}`,
    ]),
  );
  for (const person of [organiser, anna, bob]) await harvestBy(person, harvest);
  await app.database.pool.query('delete from failed_attempts');
  const stored = await watchStored(database);
  return {
    app,
    people,
    credentials: {
      visitor: {},
      participant: await cookieOf(anna),
      other: await cookieOf(bob),
      moderator: await cookieOf(moderator),
      organiser: await cookieOf(organiser),
      token: { authorization: `Bearer ${token}` },
    },
    lookers: {
      participant: await cookieOf(lookers.participant),
      organiser: await cookieOf(lookers.organiser),
    },
    slugs,
    canaries: [...canariesOf(people), ...secrets],
    harvest,
    stored,
    async close() {
      await app.close();
      await services.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function cookieOf(person: Browser): Promise<Record<string, string>> {
  const { raw } = await person.send({ method: 'GET', url: '/healthz' });
  return { cookie: String(raw.req.headers.cookie) };
}

/** What a built app's page has that the server fills in. */
const page = `<!doctype html><html lang="nl"><head><base href="/" /><title>Global Challenge</title>
<meta name="csp" content="nonce" /><meta name="session" content="unknown" /></head><body></body></html>`;

const unreachableProvider = {
  key: 'work',
  label: { en: 'Work', nl: 'Werk', fr: 'Travail' },
  issuer: 'http://127.0.0.1:9',
  clientId: 'challenge',
  clientSecret: 'a secret of the client',
  scope: 'openid email profile',
  mailDomains: ['company.example'],
  trustAddresses: false,
  trusted: false,
};

const text = (word: string) => ({ en: word, fr: word, nl: '' });

/** Switches everything on. */
async function setUp(app: TestApp, organiser: Calls): Promise<void> {
  const { 'hydra:member': all } = await organiser.call(api.managedSettings.list, { query: {} });
  const [settings] = all;
  if (!settings) throw new Error('there are no settings');
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

/** A sport that a source has brought, and nobody has approved. */
const waitingSport = { name: 'kayaking', type: 'other', approved: false, km_per_hour: 6 } as const;

/** One challenge in every state. */
async function fillChallenges(app: TestApp, organiser: Calls): Promise<void> {
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

/** Activities, teams, comments, likes and flags; returns the private words in them. */
async function fillSocial(app: TestApp, people: People): Promise<Canary[]> {
  const { anna, bob, carol, moderator, organiser } = people;
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
  for (const person of [carol, moderator, organiser])
    await person.call(api.comments.flag, {
      body: { comment: comment['@id'], reason: 'secretflagreason' },
    });
  await bob.call(api.ingest.createToken, { body: { name: 'secretbobphone' } });
  return [
    {
      word: 'secretruna',
      what: 'a workout of a service that others see nothing of',
      readers: ['other', 'organiser'],
    },
    { word: 'secretrunb', what: 'a workout that others see the score of', readers: ['other', 'organiser'] },
    { word: 'secretflagreason', what: 'why somebody flagged', readers: ['moderator', 'organiser'] },
    { word: 'secretbobphone', what: 'the name of a personal token', readers: ['other'] },
  ];
}

/** Services that people have coupled, and that send what they do. */
async function couple({ app, people }: { app: TestApp; people: People }): Promise<void> {
  const { db } = app.database;
  const now = app.clock.now.toString();
  await keepWebhook(memoryOf(db, sealerOf(testSecret), 'Polar'), { id: '1', secret: polarSecret });
  for (const [person, platform] of [
    [people.anna, 'Strava'],
    [people.bob, 'Fitbit'],
  ] as const)
    await db
      .insertInto('couplings')
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

/** What organisers look after. */
async function fillManagement(app: TestApp, { organiser, anna }: People): Promise<void> {
  const call = <Op extends Operation>(op: Op, body: object) => organiser.call(op, { body } as never);
  const { id } = await call(api.managedFaqLibraries.create, { name: text('Questions') });
  await call(api.managedFaqQuestions.create, {
    libraryId: id,
    position: 1,
    problem: text('Why?'),
    solution: text('<p>So</p>'),
  });
  await call(api.managedConsentTexts.create, { title: text('Consent'), content: text('<p>Yes</p>') });
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

/** Corrects an activity of Anna's, who can answer to that. */
async function correctOne(organiser: Browser): Promise<void> {
  const { activity, correct } = moderationCalls(() => organiser);
  const { 'hydra:member': all } = await organiser.call(api.managedActivities.list, { query: {} });
  const one = all.find(({ person, source }) => person.startsWith('Anna') && source === 'manual');
  if (one) await correct(await activity(one.uuid), { kilometers: 4 });
}

/** Reads every list that somebody may read, and keeps what is in it. */
async function harvestBy(person: Browser, harvest: Harvest): Promise<void> {
  for (const op of readable()) {
    const response = await person.send({ method: 'GET', url: op.path });
    if (response.statusCode === 200 && /json/.test(String(response.headers['content-type'])))
      harvest.add(response.json());
  }
  for (const [path, rows] of [...harvest.rows])
    for (const last of [...rows.keys()].slice(0, 12))
      for (const op of below(path)) {
        const response = await person.send({ method: 'GET', url: op.path.replace(/:\w+/, last) });
        if (response.statusCode === 200 && /json/.test(String(response.headers['content-type'])))
          harvest.add(response.json());
      }
}

const reads = (Object.values(api) as Record<string, Operation>[])
  .flatMap((calls) => Object.values(calls))
  .filter((op) => op.method === 'GET' && !op.changesState && op.answer && op.access !== 'token');

/** The lists and single resources that need no parameter. */
export const readable = (): Operation[] => reads.filter((op) => !op.params);

/** What can be read of the resources below a path. */
const below = (path: string) => reads.filter((op) => op.path.startsWith(`${path}/:`));
