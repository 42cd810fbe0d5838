import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '../../../contract/accounts.ts';
import * as activities from '../../../contract/activities.ts';
import * as ingest from '../../../contract/ingest.ts';
import * as people from '../../../contract/people.ts';
import * as sessions from '../../../contract/sessions.ts';
import * as teams from '../../../contract/teams.ts';
import { type Browser, idOf, newPerson, running, type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
  await app.database.db
    .insertInto('configs')
    .values(['teamsEnabled', 'allowTeamCreation'].map((key) => ({ key, value: 'true' })))
    .execute();
});
afterAll(() => app.close());

async function exported(person: Browser) {
  const response = await person.send({ method: 'GET', url: accounts.exportData.path });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('application/zip');
  expect(response.headers['cache-control']).toBe('private, no-store');
  const files = Object.entries(unzipSync(response.rawPayload));
  // `toString` keeps a byte order mark at the start of a file.
  const texts = Object.fromEntries(files.map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]));
  return {
    disposition: response.headers['content-disposition'],
    names: Object.keys(texts),
    text: (name: string) => texts[name] ?? '',
    json: (name: string) => JSON.parse(texts[name] ?? ''),
  };
}

const speak = (person: Browser, language: 'en' | 'fr' | 'nl') =>
  person.call(accounts.modifyData, {
    body: { givenName: 'Anna', surname: 'Dubois', language, nameShown: 'nickname', nickname: 'Zoef' },
  });

describe('a person’s export of their data', () => {
  // claim: export
  it('contains everything that the person entered, and nobody else’s data', async () => {
    const anna = await app.participant('Anna');
    const bert = await app.participant('Bertus');
    await anna.call(sessions.signIn, { body: { username: anna.email, password: newPerson().password } });
    const { id } = await anna.call(people.me, {});
    const { db } = app.database;
    const entry = { performedAt: '2026-11-20', sport: running, info: 'Langs de Leie' };
    const own = await anna.call(activities.create, {
      body: { ...entry, amountType: 'time', time: '01:30:00' },
    });
    const other = await bert.call(activities.create, {
      body: { ...entry, info: 'Geheim', amountType: 'km', kilometers: 3 },
    });
    const { id: activity } = await db
      .selectFrom('activities')
      .select('id')
      .where('uuid', '=', other.uuid)
      .executeTakeFirstOrThrow();
    const at = { created_at: '2026-11-20T12:00:00Z' };
    await db
      .insertInto('activity_likes')
      .values({ activity_id: activity, person_id: id, ...at })
      .execute();
    const common = { activity_id: activity, ...at };
    await db
      .insertInto('activity_comments')
      .values([
        { ...common, person_id: id, content: 'Knap, Bertus!' },
        { ...common, person_id: (await bert.call(people.me, {})).id, content: 'Van Bertus' },
      ])
      .execute();
    await sql`
      insert into activity_comment_flags (comment_id, person_id, reason, created_at)
      select id, ${id}, 'Onbeleefd', now() from activity_comments where content = 'Van Bertus'`.execute(db);
    await db
      .insertInto('identities')
      .values({ issuer: 'https://id.example', subject: 'anna-there', person_id: id, ...at })
      .execute();
    const { token = '' } = await anna.call(ingest.createToken, { body: { name: 'Telefoon' } });
    const run = {
      sport: 'running',
      startedAt: '2026-11-20T07:30:00+01:00',
      elapsedSeconds: 5400,
      metres: 9000,
    };
    await anna.send({
      method: 'POST',
      url: ingest.ingest.path,
      headers: { authorization: `Bearer ${token}` },
      payload: { workouts: [{ ...run, externalId: 'mine', startedAt: '2026-11-18T07:30:00+01:00' }] },
    });
    await db
      .insertInto('connected_accounts')
      .values({
        ...{ person_id: id, platform: 'Strava', user_id: '134815', scopes: ['activity:read'] },
        ...{ tokens: 'sealed tokens', coupled_at: at.created_at },
      })
      .execute();
    await anna.call(teams.create, { body: { name: 'De Leievaarders' } });

    const data = await exported(anna);
    expect(data.disposition).toBe('attachment; filename=my-data-2026-11-21.zip');
    expect(data.json('profile.json')).toMatchObject({
      givenName: 'Anna',
      email: anna.email,
      guestCode: 'WELCOME',
      nameShown: 'full',
      memberSince: '2026-11-21T11:00:00Z',
      department: null,
      location: null,
      directoryName: null,
      directoryGroups: null,
    });
    expect(data.json('activities.json')).toEqual([
      expect.objectContaining({ performedAt: '2026-11-18', source: 'token', kilometers: 9 }),
      {
        uuid: own.uuid,
        performedAt: '2026-11-20',
        sport: 'running',
        amountType: 'time',
        time: '01:30:00',
        kilometers: null,
        steps: null,
        info: 'Langs de Leie',
        challengeKms: 15,
        source: 'manual',
        counts: true,
        createdAt: '2026-11-21T11:00:00Z',
      },
    ]);
    expect(data.json('comments.json')).toMatchObject([{ activity: other.uuid, content: 'Knap, Bertus!' }]);
    expect(data.json('likes.json')).toEqual([{ activity: other.uuid, createdAt: '2026-11-20T12:00:00Z' }]);
    expect(data.json('flags.json')).toMatchObject([{ reason: 'Onbeleefd' }]);
    expect(data.json('team-memberships.json')).toMatchObject([
      { team: 'De Leievaarders', isCaptain: true, untilDay: null },
    ]);
    expect(data.json('sign-in-identities.json')).toMatchObject([
      { issuer: 'https://id.example', subject: 'anna-there' },
    ]);
    expect(data.json('workout-records.json')).toMatchObject([
      { source: 'token', sportType: 'running', time: '01:30:00', kilometers: 9, counting: true },
    ]);
    expect(data.json('couplings.json')).toEqual([
      { service: 'Strava', subject: '134815', coupledAt: '2026-11-20T12:00:00Z', deadSince: null },
    ]);
    expect(data.json('personal-tokens.json')).toMatchObject([{ name: 'Telefoon' }]);
    expect(data.json('security-events.json')).toMatchObject([
      { kind: 'signed-in', detail: 'password', network: '127.0.0.0/24' },
      { kind: 'token-made' },
    ]);
    for (const name of data.names)
      expect(data.text(name)).not.toMatch(/Geheim|Van Bertus|argon2|sealed tokens|gc_/);
  });

  it('lists a role change without the organiser’s network address', async () => {
    const bea = await app.participant('Bea');
    await app.database.db
      .insertInto('security_events')
      .values({
        at: '2026-11-20T12:00:00Z',
        kind: 'role-changed',
        detail: 'moderator',
        person_id: idOf(bea),
        actor_id: idOf(await app.organiser()),
        network: '203.0.113.0/24',
        browser: 'Firefox · Linux',
      })
      .execute();
    const events = (await exported(bea)).json('security-events.json');
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'role-changed', detail: 'moderator', network: null, browser: null }),
    );
  });

  it('describes every file in the person’s language', async () => {
    const anna = await app.participant('Anna');
    for (const [language, fileName, title] of [
      ['en', 'my-data', 'Your data in Global Challenge'],
      ['fr', 'mes-donnees', 'Vos données dans Global Challenge'],
      ['nl', 'mijn-gegevens', 'Jouw gegevens in Global Challenge'],
    ] as const) {
      await speak(anna, language);
      const data = await exported(anna);
      expect(data.disposition).toContain(`${fileName}-2026-11-21.zip`);
      const readme = data.text('README.txt');
      expect(readme).toContain(title);
      expect(readme).toContain('2026-11-21');
      for (const name of data.names.filter((one) => one.endsWith('.json')))
        expect(readme).toContain(name.replace('.json', ' '));
      expect(readme).not.toMatch(/files\.|undefined|\{\{/);
      expect(data.names.filter((name) => name.endsWith('.csv'))).toHaveLength(14);
    }
  });

  it('uses the encoding, separator and decimal sign that spreadsheets in the person’s language expect', async () => {
    const anna = await app.participant('Anna');
    const body = { performedAt: '2026-11-20', sport: running, amountType: 'km' as const, kilometers: 12.345 };
    await anna.call(activities.create, { body: { ...body, info: 'een;twee,drie\nvier' } });
    await speak(anna, 'nl');
    const dutch = (await exported(anna)).text('activities.csv');
    expect(dutch).toMatch(/^\uFEFFIdentificatiecode;Datum;Sport;/);
    expect(dutch).toMatch(
      /;kilometers;;12,345;;"een;twee,drie\nvier";12,345;hier ingevoerd;ja;2026-11-21 12:00:00\r\n$/,
    );
    await speak(anna, 'en');
    const profile = (await exported(anna)).text('profile.csv');
    expect(profile).toContain(',nickname,Zoef,participant,WELCOME,');
    const english = (await exported(anna)).text('activities.csv');
    expect(english).toMatch(/^\uFEFFIdentifier,Date,Sport,/);
    expect(english).toMatch(
      /,kilometres,,12\.345,,"een;twee,drie\nvier",12\.345,entered here,yes,2026-11-21 12:00:00\r\n$/,
    );
  });

  it('prevents texts from running as formulas', async () => {
    const anna = await app.participant('Anna');
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '=cmd|"/c calc"!A1'];
    for (const info of formulas)
      await anna.call(activities.create, {
        body: { performedAt: '2026-11-20', sport: running, amountType: 'steps', steps: 10, info },
      });
    const data = await exported(anna);
    const cells = data.text('activities.csv');
    for (const info of formulas) expect(cells).toContain(`'${info.replaceAll('"', '""')}`);
    expect(cells).not.toMatch(/(^|,|")[=+@-]/m);
    // The JSON file contains the texts unchanged.
    expect(data.json('activities.json').map(({ info }: { info: string }) => info)).toEqual(formulas);
  });

  it('can contain 5,000 activities', async () => {
    const anna = await app.participant('Anna');
    const { id } = await anna.call(people.me, {});
    await sql`
      insert into activities (person_id, sport_id, performed_on, amount_type, metres, info, counted_metres, created_at)
      select ${id}, 1, date '2026-01-01' + n % 300, 'km', 5000 + n, 'Rondje ' || n, 5000 + n, now()
      from generate_series(1, 5000) n`.execute(app.database.db);
    const data = await exported(anna);
    expect(data.json('activities.json')).toHaveLength(5000);
    expect(data.text('activities.csv').trimEnd().split('\r\n')).toHaveLength(5001);
  });
});
