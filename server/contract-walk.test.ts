import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '../contract/api.ts';
import { isManaged, type Operation } from '../contract/kit/operation.ts';
import { type Browser, type TestApp, testApp } from './testing/test-app.ts';

/**
 * The operations that people call. The tests in `activities/importing/ingest` cover the operations that programs call
 * with a token.
 */
const operations = Object.entries(api)
  .flatMap(([domain, calls]) =>
    Object.entries(calls).map(([name, op]) => [`${domain}.${name}`, op as Operation] as const),
  )
  .filter(([, op]) => op.access !== 'token');
/** A person who may call an operation. */
const callerOf = (op: Operation) => (isManaged(op) ? organiser : participant);
const only = (choose: (op: Operation) => boolean) => operations.filter(([, op]) => choose(op));

/** Valid parameters that refer to resources that do not exist. */
const unknown = {
  uuid: '00000000-0000-4000-8000-000000000000',
  id: 999_999,
  lang: 'en',
  file: 'nothing.json',
  slug: 'x'.repeat(43),
  key: 'nothing',
  platform: 'polar',
  tour: 'atlantis',
};

const text = { en: 'a', fr: 'b', nl: 'c' };
/** Valid values for the fields of managed resources. */
const managedBody = {
  version: 'none',
  name: text,
  items: [],
  own: text,
  libraryId: 999_999,
  position: 1,
  problem: text,
  solution: text,
  title: text,
  content: text,
  uri: 'a',
  type: 'distance',
  kilometers: 1,
  startsOn: '2027-01-01',
  endsOn: '2027-01-01',
  eyeCatcher: text,
  introduction: text,
  description: text,
  abstractionLabel: text,
  archived: true,
  replaces: 1,
  kmFactor: 1,
  kmPerHour: 1,
  metresPerStep: 1,
  source: 'Garmin',
  sportType: 'a',
  reason: 'Why',
  decision: 'keep',
};

/** Valid values for resources whose name is a single text, not one per language. */
const plainNamed = {
  name: 'A name',
  labels: text,
  type: 'other',
  stations: [],
  givenName: 'A',
  surname: 'B',
  email: 'a@example.com',
  language: 'en',
  role: 'participant',
  code: 'NEW',
  validFrom: null,
  validUntil: null,
  maximumUses: null,
  allowedMailDomains: [],
  teamId: null,
  personId: 999_999,
  from: '2026-11-20',
};
const hasPlainName = ({ path }: Operation) =>
  /management\/(progress-maps|people|teams|guest-codes|sports$|sports\/:id$)/.test(path);

/** Fills in the parameters of an operation's path. */
const addressOf = (op: Operation, params: object) =>
  op.path.replace(/:(\w+)/g, (_, name) => String((params as Record<string, unknown>)[name]));

let app: TestApp;
let stranger: Browser;
let participant: Browser;
let moderator: Browser;
let analyst: Browser;
let organiser: Browser;

beforeAll(async () => {
  app = await testApp();
  stranger = app.browser();
  participant = await app.participant();
  moderator = await app.organiser('moderator');
  analyst = await app.organiser('analyst');
  organiser = await app.organiser();
});
afterAll(() => app.close());

describe('every operation', () => {
  // spec: role anonymous
  // claim: visitors-see-nothing
  it.each(only((op) => op.access !== 'public'))('%s is closed to anonymous callers', async (_, op) => {
    const problem = await stranger.refused(op, { params: unknown, body: op.body && {} });
    expect(problem.status).toBe(401);
  });

  // claim: roles-enforced
  // claim: analysts-statistics-only
  it.each(only(isManaged))(
    '%s is closed to participants, and to moderators and analysts unless they have access',
    async (_, op) => {
      const input = { params: unknown, body: op.body && {} };
      expect((await participant.refused(op, input)).status).toBe(403);
      if (op.access !== 'moderator') expect((await moderator.refused(op, input)).status).toBe(403);
      if (op.access !== 'analyst') expect((await analyst.refused(op, input)).status).toBe(403);
    },
  );

  // claim: analysts-statistics-only
  it('in the organisers’ app that an analyst may call returns the statistics', async () => {
    expect(only(({ access }) => access === 'analyst').map(([name]) => name)).toEqual([
      'managedStatistics.one',
    ]);
    const figures = await analyst.call(api.managedStatistics.one, { query: {} });
    expect(figures).toEqual(await organiser.call(api.managedStatistics.one, { query: {} }));
  });

  it.each(only((op) => op.method !== 'GET' || op.changesState === true))(
    '%s is refused if the request comes from another site',
    async (_, op) => {
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://elsewhere.example' }]) {
        const problem = await callerOf(op).refused(op, { params: unknown, body: op.body && {} }, headers);
        expect(problem.status).toBe(403);
      }
    },
  );

  it.each(only((op) => op.body !== undefined && !op.params))(
    '%s reports missing fields in three languages',
    async (_, op) => {
      const texts = new Set<string>();
      for (const language of ['en', 'fr', 'nl']) {
        const problem = await callerOf(op).refused(op, { body: {} }, { 'accept-language': language });
        expect(problem.status).toBe(422);
        expect(problem.violations?.length).toBeGreaterThan(0);
        texts.add(JSON.stringify(problem.violations?.map(({ message }) => message)));
      }
      expect(texts.size).toBe(3);
    },
  );

  it.each(only((op) => op.query !== undefined))('%s refuses an invalid query', async (_, op) => {
    const wrong = {
      page: '0',
      limit: '0',
      periodType: 'decade',
      // Any language may be requested, as long as its code is not too long.
      locale: 'x'.repeat(200),
      uri: 'x',
      itemsPerPage: '0',
      challenge: '',
      liked: 'perhaps',
      save: 'perhaps',
      keepActivities: 'perhaps',
      sportId: '0',
      returnTo: 'x'.repeat(10_000),
    };
    const url = `${addressOf(op, unknown)}?${new URLSearchParams(wrong)}`;
    const response = await callerOf(op).send({ method: op.method, url });
    // Challenges can be requested by any name; unknown names return an empty list.
    expect(response.statusCode).toBe(op === api.challenges.list ? 200 : 422);
  });

  it.each(only((op) => op.params !== undefined))('%s returns 404 for unknown resources', async (_, op) => {
    const body = op.body && {
      ...managedBody,
      ...(hasPlainName(op) ? plainNamed : {}),
      performedAt: '2026-11-20',
      sport: '/platform/api/sports/1',
      amountType: 'steps',
      steps: 1,
      password: 'sturdy walking shoes',
      member: '/platform/api/challenge_teams/nothing/members/1',
      record: unknown.uuid,
      counts: true,
      isSame: true,
      givenName: 'Anneke',
      surname: 'Dubois',
      email: 'nobody-yet@example.com',
      language: 'en',
      answer: 'Because',
      ...(op === api.managedProvisioning.replaceGroup ? { role: null, teamId: null } : {}),
      ...(op === api.managedPeople.erase ? { reason: 'left' } : {}),
    };
    const query = { version: 'none', startsOn: '2027-01-01', endsOn: '2027-01-02' };
    const input = { body, ...(isManaged(op) && op.query ? { query } : {}) };
    // This call accepts any language, so it never returns 404 for an unknown language.
    if (op !== api.translations.all)
      expect((await callerOf(op).refused(op, { params: unknown, ...input })).status).toBe(404);
    const malformed = { uuid: 'nonsense', id: 'nonsense', lang: 'xx', file: '..%2F..%2Fpackage.json' };
    expect((await callerOf(op).refused(op, { params: malformed, ...input })).status).toBe(404);
  });

  it.each(only((op) => op.body !== undefined))(
    '%s refuses a body that is not JSON, is not an object or is too large',
    async (_, op) => {
      const url = addressOf(op, unknown);
      const before = await rows();
      const send = (payload: string, type = 'application/json') =>
        callerOf(op).send({ method: op.method, url, payload, headers: { 'content-type': type } });
      expect((await send('{"unfinished')).statusCode).toBe(400);
      expect((await send('hello', 'text/plain')).statusCode).toBe(415);
      expect((await send(JSON.stringify({ text: 'x'.repeat(11 * 1024 * 1024) }))).statusCode).toBe(413);
      expect((await send('[]')).statusCode).toBe(422);
      expect(await rows()).toEqual(before);
    },
  );
});

describe('the NUL character', () => {
  it('is refused in bodies and queries, with an error on the field that contains it', async () => {
    const signUp = { givenName: 'A\0', surname: 'B', email: 'a@example.com', guestCode: 'WELCOME' };
    const problem = await stranger.refused(api.accounts.signUp, {
      body: { ...signUp, password: 'sturdy walking shoes', language: 'en' },
    });
    expect(problem).toMatchObject({ status: 422, violations: [{ propertyPath: 'givenName' }] });
    const query = await participant.refused(api.challenges.list, { query: { uri: 'a\0' } });
    expect(query).toMatchObject({ status: 422, violations: [{ propertyPath: 'uri' }] });
  });
});

describe('unusual input', () => {
  const entry = {
    performedAt: '2026-11-20',
    sport: '/platform/api/sports/1',
    amountType: 'km',
    kilometers: 1,
  };

  it.each([
    [{ kilometers: 0.0001 }, 'kilometers'],
    [{ performedAt: '0000-01-01' }, 'performedAt'],
    [{ performedAt: '0026-11-20' }, 'performedAt'],
    [{ sport: '/platform/api/sports/-9999999999' }, 'sport'],
    [{ sport: '/platform/api/sports/99999999999' }, 'sport'],
    [{ sport: { '@id': 7 } }, 'sport'],
  ])('is refused with an error on its field: %o', async (changes, field) => {
    const problem = await participant.refused(api.activities.create, { body: { ...entry, ...changes } });
    expect(problem).toMatchObject({ status: 422, violations: [{ propertyPath: field }] });
  });

  it.each([
    ['/platform/api/activities?cursor=2026-13-45_1', 422],
    ['/platform/api/activities?person=/platform/api/person_infos/-99999999999', 404],
    ['/platform/api/stats_activities?periodType=all&person=/platform/api/person_infos/99999999999', 404],
    ['/platform/api/person_infos/99999999999', 404],
    ['/platform/api/progress_maps/99999999999', 404],
    ['/translations/nl/constructor.json', 404],
    ['/platform/api/challenges/%zz', 400],
    ['/platform/api/activities?page=1&page=2', 422],
  ])('in a request for %s gives status %i', async (url, status) => {
    const response = await participant.send({ method: 'GET', url });
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toContain('application/problem+json');
  });

  it.each([
    [30_000, 400],
    // A body of this depth exceeds the size limit for anonymous callers.
    [100_000, 413],
  ])('in a body nested to %i levels gives status %i', async (levels, status) => {
    const response = await stranger.send({
      method: 'POST',
      url: api.sessions.signIn.path,
      payload: `{"username":${'['.repeat(levels)}${']'.repeat(levels)}}`,
      headers: { 'content-type': 'application/json' },
    });
    expect(response.statusCode).toBe(status);
  });
});

describe('addresses without an operation', () => {
  // spec: call problem objects
  it('return 404 with a problem response', async () => {
    const response = await stranger.send({ method: 'GET', url: '/platform/api/nothing' });
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toContain('application/problem+json');
  });
});

/** The row counts of some tables; refused calls must not change them. */
async function rows(): Promise<number[]> {
  const tables = ['people', 'activities', 'standings', 'board_totals', 'day_times'] as const;
  const counts = tables.map((table) =>
    app.database.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  );
  return (await Promise.all(counts)).map(({ count }) => count);
}
