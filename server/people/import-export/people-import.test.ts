import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as managed from '../../../contract/managed/people.ts';
import * as managedTasks from '../../../contract/managed/tasks.ts';
import * as passwords from '../../../contract/passwords.ts';
import * as sessions from '../../../contract/sessions.ts';
import { openQueue } from '../../kit/queue.ts';
import { addChallenge } from '../../testing/challenges.ts';
import { finishTask } from '../../testing/tasks.ts';
import { type Browser, type TestApp, testApp } from '../../testing/test-app.ts';
import { linkMails, sendLinkMail } from '../mailed-links/activation-and-reset-mail.ts';

let app: TestApp;
let organiser: Browser & { email: string };

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
  await addChallenge(app.database.db, 'on-now', '2026-11-01', '2026-11-30');
});
afterAll(() => app.close());
const read = (csv: string, more: object = {}) =>
  organiser.call(managed.importPeople, { body: { csv, ...more } });
const newcomers = async () => {
  const { 'hydra:member': members } = await organiser.call(managed.list, { query: { q: 'import.example' } });
  return members;
};

describe('a table of people', () => {
  it.each([
    ['English with commas', 'Given name,Surname,E-mail\nAda,"Love, Lace",ada1@import.example\n'],
    [
      'French with semicolons and a byte order mark',
      '\uFEFFPrénom;Nom de famille;Adresse e-mail\r\nAda;"Love; Lace";ada1@import.example\r\n',
    ],
    [
      'Dutch with tabs and other columns',
      'Kostenplaats\tVoornaam\tAchternaam\tE-mailadres\nHR\tAda\tLovelace\tada1@import.example\n',
    ],
    [
      'Excel’s line that declares the separator',
      'sep=;\r\nVoornaam;Naam;Mail\r\nAda;Lovelace;ada1@import.example',
    ],
  ])('can be read in this format: %s', async (_, csv) => {
    const report = await read(csv);
    expect(report).toMatchObject({ rows: 1, good: 1, bad: [], known: [], task: null });
    expect(report.first).toMatchObject([{ givenName: 'Ada', email: 'ada1@import.example', team: null }]);
    expect(await newcomers()).toEqual([]);
  });

  it('produces a report that lists each invalid row with line, column and reason, in the request’s language', async () => {
    const csv = [
      'Prénom;Nom;Courriel;Langue;Équipe',
      'Ada;Lovelace;ada@import.example;fr;',
      ';Sans prénom;b@import.example;;',
      'Mail;Mauvais;c@import;;',
      'Langue;Inconnue;d@import.example;klingon;',
      '',
      'Deux;Fois;ADA@import.example;;',
      'Équipe;Inconnue;e@import.example;;Les inconnus',
      'Trop;De;f@import.example;;;colonnes',
      `Déjà;Là;${organiser.email.toUpperCase()};;`,
    ].join('\n');
    const response = await organiser.send({
      method: 'POST',
      url: managed.importPeople.path,
      payload: { csv },
      headers: { 'accept-language': 'fr' },
    });
    const report = response.json();
    expect(report).toMatchObject({ rows: 8, good: 1, amountOfBad: 6, amountOfKnown: 1 });
    expect(
      report.bad.map((row: { line: number; column: string; code: string }) => [
        row.line,
        row.column,
        row.code,
      ]),
    ).toEqual([
      [3, 'Prénom', 'value.required'],
      [4, 'Courriel', 'email.invalid'],
      [5, 'Langue', 'language.unknown'],
      [7, 'Courriel', 'import.twice'],
      [8, 'Équipe', 'import.teamUnknown'],
      [9, null, 'import.columnsTooMany'],
    ]);
    expect(report.bad[3].message).toBe('Cette adresse e-mail figure déjà à la ligne 2.');
    expect(report.known).toMatchObject([{ line: 10, code: 'email.taken' }]);
  });

  it('produces a report that lists the lines of each mistake, and the number of people in each unknown team', async () => {
    const many = Array.from(
      { length: 304 },
      (_, n) => `A,B,many${n}@import.example,,${n % 3 ? 'North' : 'south'}`,
    );
    const rows = [
      ...many,
      'A,B,c@import,,',
      ',B,d@import.example,,',
      'A,B,e@import,,',
      'A,B,f@import.example,,',
    ];
    const csv = ['Given name,Surname,Mail,Language,Team', ...rows].join('\n');
    const report = await read(csv);
    expect(report).toMatchObject({ good: 1, amountOfBad: 307 });
    expect(report.mistakes).toMatchObject(
      [
        {
          column: 'Mail',
          code: 'email.invalid',
          amount: 2,
          lines: [
            { line: 306, person: 'A B', value: 'c@import' },
            { line: 308, person: 'A B', value: 'e@import' },
          ],
        },
        {
          column: 'Given name',
          code: 'value.required',
          amount: 1,
          lines: [{ line: 307, person: 'B', value: '' }],
        },
        { column: 'Team', code: 'import.teamUnknown', amount: 304, lines: [] as object[] },
      ].map((mistake) =>
        mistake.lines.length > 0
          ? mistake
          : expect.objectContaining({ ...mistake, lines: expect.anything() }),
      ),
    );
    const newTeams = [
      { name: 'south', people: 102 },
      { name: 'North', people: 202 },
    ];
    expect(report.newTeams).toEqual(newTeams);
    const made = await read(csv, { createTeams: true });
    expect(made).toMatchObject({ good: 305, newTeams });
    expect(made.mistakes.map(({ code }) => code)).toEqual(['email.invalid', 'value.required']);
  });

  it.each([
    ['lacks a column', 'Given name,Surname\nA,B\n', 'import.columnsMissing'],
    ['has an open quote', 'Given name,Surname,Mail\n"A,B,c@import.example\n', 'import.unreadable'],
    ['is too long', `Given name,Surname,Mail\n${'A,B,c@d.example\n'.repeat(10_001)}`, 'import.tooLarge'],
  ])('is refused if it %s', async (_, csv, code) => {
    const problem = await organiser.refused(managed.importPeople, { body: { csv } });
    expect(problem).toMatchObject({ status: 422, violations: [{ propertyPath: 'csv', code }] });
  });
});

describe('an import', () => {
  const csv = [
    'Voornaam;Naam;Mail;Taal;Ploeg',
    'Ada;Lovelace;ada2@import.example;en;De Rekenaars',
    'Grace;Hopper;grace@import.example;;de rekenaars',
    'Kapot;;kapot@import.example;;',
  ].join('\n');

  it('adds the people and teams from valid rows in a task that organisers can see, and then deletes the stored rows', async () => {
    const report = await read(csv, { keep: true, createTeams: true });
    expect(report).toMatchObject({ good: 2, amountOfBad: 1 });
    const id = report.task ?? 0;
    await finishTask(app, id);
    const task = await organiser.call(managedTasks.one, { params: { id } });
    expect(task).toMatchObject({
      kind: 'import-people',
      state: 'done',
      done: 2,
      total: 2,
      result: { people: 2 },
    });
    expect(await newcomers()).toMatchObject([
      { givenName: 'Grace', language: 'nl', state: 'waiting', team: 'De Rekenaars' },
      { givenName: 'Ada', language: 'en', state: 'waiting', team: 'De Rekenaars' },
    ]);
    const { db } = app.database;
    expect(await db.selectFrom('people_imports').select('id').execute()).toEqual([]);
    const days = await db.selectFrom('team_memberships').select('from_day').execute();
    expect(days.map(({ from_day }) => from_day)).toEqual(['2026-11-01', '2026-11-01']);
    const team = await db
      .selectFrom('teams')
      .innerJoin('people', 'people.id', 'captain_id')
      .select('email')
      .execute();
    expect(team).toEqual([{ email: 'ada2@import.example' }]);
    const logged = await db
      .selectFrom('change_log')
      .select('after')
      .where('resource', '=', 'people-imports')
      .execute();
    expect(logged).toEqual([{ after: { people: 2, invite: false, createTeams: true } }]);
    // Importing the same table again finds that all people already have accounts.
    expect(await read(csv, { keep: true })).toMatchObject({ good: 0, amountOfKnown: 2, task: null });
  });

  it('invites people to choose a password with which they can sign in', async () => {
    const table = 'First name,Last name,Mail\nIda,Rhodes,ida@import.example\n';
    const { task } = await read(table, { keep: true, invite: true });
    await finishTask(app, task ?? 0);
    const mails: { to: string; text: string }[] = [];
    const mailing = {
      db: app.database.db,
      mailer: { send: async (mail: { to: string; text: string }) => void mails.push(mail) },
      translate: (_: unknown, __: unknown, key: string) => key,
      publicUrl: 'https://challenge.example/',
      platformName: 'Global Challenge',
    };
    const queue = openQueue(app.database.pool, { works: true, report: (error) => console.error(error) });
    await queue.work(linkMails, (mail) => sendLinkMail(mailing as never, mail, app.clock.now));
    await expect.poll(() => mails.length, { timeout: 20_000 }).toBe(1);
    await queue.stop();
    const [, slug = ''] = /reset-password\/(\S+)/.exec(mails[0]?.text ?? '') ?? [];
    const person = app.browser();
    const password = 'sturdy walking shoes';
    // Invitations are valid for two weeks.
    app.clock.now = app.clock.now.add({ hours: 13 * 24 });
    await person.call(passwords.reset, { params: { slug }, body: { password } });
    await person.call(sessions.signIn, { body: { username: 'ida@import.example', password } });
    expect(await newcomers()).toContainEqual(expect.objectContaining({ givenName: 'Ida', state: 'active' }));
  });
});

describe('an imported table', () => {
  it('may contain departments and locations, by which organisers can then filter people', async () => {
    const csv =
      'Voornaam;Naam;Mail;Afdeling;Vestiging\nAda;Byron;work1@company.example;Finance;Gent\nBo;Byron;work2@company.example;;';
    const report = await read(csv, { keep: true });
    expect(report.first).toMatchObject([{ department: 'Finance', location: 'Gent' }, { department: null }]);
    await finishTask(app, report.task ?? 0);
    for (const query of [{ department: 'Finance' }, { location: 'Gent' }]) {
      const found = await organiser.call(managed.list, { query });
      expect(found['hydra:member'].map(({ email }) => email)).toEqual(['work1@company.example']);
    }
    const long = await read(`Voornaam;Naam;Mail;Afdeling\nAda;Byron;a@company.example;${'x'.repeat(101)}`);
    expect(long.bad).toMatchObject([{ column: 'Afdeling', code: 'value.tooLong' }]);
  });
});
