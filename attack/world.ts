import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '../contract/api.ts';
import type { Database } from '../server/db/db.ts';
import { makeLink } from '../server/people/mailed-links/mailed-link.ts';
import { loadTexts, translator } from '../server/platform/texts/texts.ts';
import { simulatedServices } from '../server/testing/simulated-services.ts';
import { type Browser, type TestApp, testApp } from '../server/testing/test-app.ts';
import { serveSimulators } from '../simulators/simulators.ts';
import { couple, fillChallenges, fillManagement, fillSocial, switchEverythingOn } from './content.ts';
import { Harvest, harvestBy } from './harvest.ts';
import { type Canary, canariesOf, type People, type Role, signUpPeople } from './people.ts';
import { simulatorsBelow } from './simulated-services.ts';
import { type Stored, watchStored } from './stored.ts';

/** A server with data of every kind, which can be attacked and then restored. */
export interface World {
  app: TestApp;
  people: People;
  /** The credentials of each role, as headers. */
  credentials: Record<Role, Record<string, string>>;
  /** The credentials of the people who check the effects of calls, as headers. */
  readers: Record<'participant' | 'organiser', Record<string, string>>;
  /** The secret parts of valid mailed links. */
  slugs: string[];
  canaries: Canary[];
  harvest: Harvest;
  stored: Stored;
  close(): Promise<void>;
}

/** Creates the attacked world in an empty, migrated database. */
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
  const { anna, bob, carol, moderator, analyst, organiser, dirk, readers } = people;
  await switchEverythingOn(app, organiser);
  await fillChallenges(app, organiser);
  const secrets = await fillSocial(app, people);
  await fillManagement(app, people);
  await couple(app, people);
  await organiser.call(api.managedPeople.deactivate, { params: { id: dirk.id }, body: {} });
  const { token = '' } = await anna.call(api.ingest.createToken, { body: { name: 'My phone' } });
  const slugs = await Promise.all(
    [anna, bob, carol].map(({ id }) => makeLink(database.db, id, 'reset-password', app.clock.now)),
  );
  slugs.push(await makeLink(database.db, carol.id, 'activate', app.clock.now));
  const harvest = new Harvest(
    [readers.participant, readers.organiser].flatMap(({ iri, id }) => [
      iri,
      `/platform/api/management/people/${id}`,
    ]),
  );
  for (const person of [organiser, anna, bob]) await harvestBy(person, harvest);
  await app.database.pool.query('delete from failed_attempts');
  const sessions = await app.database.db
    .selectFrom('sessions')
    .select(['sid', 'uuid', 'person_id'])
    .execute();
  const ofSessions = sessions.flatMap(({ sid, uuid, person_id }): Canary[] => [
    { marker: sid, what: 'the id of a session', readers: [] },
    ...(person_id === bob.id
      ? [{ marker: uuid, what: 'a session of somebody else', readers: ['other' as const] }]
      : []),
  ]);
  const stored = await watchStored(database);
  return {
    app,
    people,
    credentials: {
      visitor: {},
      participant: await cookieOf(anna),
      other: await cookieOf(bob),
      moderator: await cookieOf(moderator),
      analyst: await cookieOf(analyst),
      organiser: await cookieOf(organiser),
      token: { authorization: `Bearer ${token}` },
    },
    readers: {
      participant: await cookieOf(readers.participant),
      organiser: await cookieOf(readers.organiser),
    },
    slugs,
    canaries: [...canariesOf(people), ...secrets, ...ofSessions],
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

/** A page of a built app, reduced to the parts that the server fills in. */
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
