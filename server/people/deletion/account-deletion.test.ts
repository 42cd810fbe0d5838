import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '../../../contract/accounts.ts';
import * as activities from '../../../contract/activities.ts';
import * as challenges from '../../../contract/challenges.ts';
import * as comments from '../../../contract/comments.ts';
import * as ingest from '../../../contract/ingest.ts';
import * as people from '../../../contract/people.ts';
import * as rankings from '../../../contract/rankings.ts';
import * as sessions from '../../../contract/sessions.ts';
import * as teams from '../../../contract/teams.ts';
import { logChange } from '../../management/change-log.ts';
import { addChallenge } from '../../testing/challenges.ts';
import { expectSumsToHold } from '../../testing/sums.ts';
import { newPerson, running, swimming, type TestApp, testApp } from '../../testing/test-app.ts';

type Participant = Awaited<ReturnType<TestApp['participant']>>;

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
  await addChallenge(app.database.db, 'november', '2026-11-01', '2026-11-30');
  const on = ['teamsEnabled', 'allowTeamCreation', 'likesEnabled', 'commentsEnabled'];
  await app.database.db
    .insertInto('configs')
    .values(on.map((key) => ({ key, value: 'true' })))
    .execute();
});
afterAll(() => app.close());

const idOf = async (person: Participant) => (await person.call(people.me, {})).id;
const run = (person: Participant, kilometers: number, changes: object = {}) =>
  person.call(activities.create, {
    body: { performedAt: '2026-11-20', sport: running, amountType: 'km', kilometers, ...changes },
  });
const remove = (person: Participant, payload: string, type = 'application/x-www-form-urlencoded') =>
  person.send({
    method: 'POST',
    url: '/gc/account/delete',
    payload,
    headers: { 'content-type': type },
  });
const sentRun = {
  sport: 'running',
  startedAt: '2026-11-20T07:30:00+01:00',
  elapsedSeconds: 1800,
  metres: 5000,
};
const challengeTotals = async (viewer: Participant) => {
  const { uuid } = await viewer.call(challenges.current, {});
  const stats = await viewer.call(challenges.stats, { params: { uuid } });
  const progress = await viewer.call(challenges.progress, { params: { uuid } });
  return { activities: stats.activities, kilometers: stats.kilometers, progress: progress.progress };
};

/** Returns the contents of all tables as text. */
async function everything(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`.execute(
    app.database.db,
  );
  const texts = tables.map(async ({ name }) => {
    const { rows } = await sql<{ text: string }>`
      select row_to_json(t)::text as text from ${sql.raw(name)} t order by 1`.execute(app.database.db);
    return rows.map(({ text }) => `${name} ${text}`).join('\n');
  });
  return (await Promise.all(texts)).join('\n');
}

describe('deleting an account', () => {
  // spec: call POST /gc/account/delete
  it.each([
    [
      'a form with the person’s number',
      (id: number) => `profileId=${id}`,
      'application/x-www-form-urlencoded',
    ],
    [
      'a form with the profile’s IRI',
      (id: number) => `profileId=${encodeURIComponent(`/platform/api/person_infos/${id}`)}`,
      'application/x-www-form-urlencoded',
    ],
    ['JSON with the person’s number', (id: number) => JSON.stringify({ profileId: id }), 'application/json'],
  ])('accepts %s and signs out', async (_, payload, type) => {
    const anna = await app.participant('Anna');
    const response = await remove(anna, payload(await idOf(anna)), type);
    expect(response.statusCode).toBe(204);
    expect((await anna.refused(people.me, {})).status).toBe(401);
  });

  // spec: call POST /gc/account/delete
  it.each(['999999', '0', '-1', 'nonsense', '1e3', '/platform/api/person_infos/999999'])(
    'returns 400 for somebody else’s profile and for the unknown profile %s',
    async (profileId) => {
      const anna = await app.participant('Anna');
      const bert = await app.participant('Bert');
      const before = await everything();
      expect((await remove(anna, new URLSearchParams({ profileId }).toString())).statusCode).toBe(400);
      expect((await remove(anna, `profileId=${await idOf(bert)}`)).statusCode).toBe(400);
      expect(await everything()).toBe(before);
    },
  );

  // claim: own-deletion
  it('removes all of the person’s data, and keeps everybody else’s', async () => {
    const zita = await app.participant('Zitaxx');
    const other = await app.participant('Other');
    const id = await idOf(zita);
    const phone = app.browser();
    await phone.call(sessions.signIn, { body: { username: zita.email, password: newPerson().password } });
    await app
      .browser()
      .refused(sessions.signIn, { body: { username: zita.email.toUpperCase(), password: 'a wrong one' } });
    await zita.call(accounts.modifyData, {
      body: { givenName: 'Zitaxx', surname: 'Quixotte', language: 'nl', nickname: 'Zonnestraal' },
    });
    await run(zita, 5, { info: 'Van Zitaxx zelf' });
    const { uuid } = await run(other, 4);
    const { id: liked } = await app.database.db
      .selectFrom('activities')
      .select('id')
      .where('uuid', '=', uuid)
      .executeTakeFirstOrThrow();
    const remark = { activity: `/platform/api/activities/${uuid}`, content: 'Nog eens Zitaxx' };
    await zita.call(comments.create, { body: remark });
    const common = { activity_id: liked, created_at: now };
    await app.database.db
      .insertInto('activity_likes')
      .values({ ...common, person_id: id })
      .execute();
    await app.database.db
      .insertInto('activity_comments')
      .values([
        { ...common, person_id: id, content: 'Groetjes van Zitaxx' },
        { ...common, person_id: await idOf(other), content: 'Niet zo fijn' },
      ])
      .execute();
    await sql`
      insert into activity_comment_flags (comment_id, person_id, reason, created_at)
      select id, ${id}, 'Zitaxx vindt dit niet fijn', now() from activity_comments
      where content = 'Niet zo fijn'`.execute(app.database.db);
    await app.database.db
      .insertInto('identities')
      .values({ issuer: 'https://id.example', subject: 'zita-there', person_id: id, created_at: now })
      .execute();
    await app.database.db
      .insertInto('mailed_links')
      .values({ token_hash: 'h', person_id: id, purpose: 'reset-password', expires_at: now })
      .execute();
    const { token = '' } = await zita.call(ingest.createToken, { body: { name: 'Telefoon van Zitaxx' } });
    await zita.send({
      method: 'POST',
      url: ingest.ingest.path,
      headers: { authorization: `Bearer ${token}` },
      payload: { workouts: [sentRun, { ...sentRun, startedAt: '2026-11-19T07:30:00+01:00' }] },
    });
    await app.database.db
      .insertInto('connected_accounts')
      .values({ person_id: id, platform: 'Polar', user_id: 'zita-there', scopes: [], coupled_at: now })
      .execute();
    const line = { actor: null, resource: 'people', action: 'replace', now: app.clock.now, resourceId: id };
    const values = {
      before: { surname: 'Zitaxx' },
      after: { surname: 'Quixotte' },
      reason: 'Zitaxx vroeg het',
    };
    await logChange(app.database.db, { ...line, ...values, subject: id });
    await logChange(app.database.db, { ...line, actor: id, after: { name: 'Wandelen' } });
    const personal = [/zitaxx/i, /quixotte/i, /zonnestraal/i, /zita-there/, new RegExp(zita.email)];
    const before = await everything();
    for (const trace of [
      ...personal,
      new RegExp(`"(person_id|captain_id|subject_id|actor_id)":${id}\\b`),
      new RegExp(`"comments:${id}"`),
    ])
      expect(before).toMatch(trace);

    expect((await remove(zita, `profileId=${id}`)).statusCode).toBe(204);
    const after = await everything();
    for (const trace of [
      ...personal,
      new RegExp(`"(person_id|captain_id|personId|subject_id|actor_id)":${id}\\b`),
      new RegExp(`^failed_attempts .*:${id}"`, 'm'),
    ])
      expect(after).not.toMatch(trace);
    expect((await phone.refused(people.me, {})).status).toBe(401);
    const again = { username: zita.email, password: newPerson().password };
    expect((await phone.refused(sessions.signIn, { body: again })).status).toBe(401);
    expect((await other.refused(people.one, { params: { id } })).status).toBe(404);
    expect(await other.call(activities.one, { params: { uuid } })).toMatchObject({ challengeKms: 4 });
    expect(after).toContain('Niet zo fijn');
    // The email address can be used for a new account.
    await app.browser().call(accounts.signUp, { body: newPerson({ email: zita.email }) });
  });

  // claim: sums-stay
  it('keeps the kilometres in the totals, the map and the team, and removes the person from the boards', async () => {
    const captain = await app.participant('Captain');
    const member = await app.participant('Member');
    await run(captain, 12.345);
    await run(captain, 3, { sport: swimming, performedAt: '2026-11-02' });
    await run(captain, 7, { performedAt: '2025-05-05' });
    await run(member, 1);
    const team = await captain.call(teams.create, { body: { name: 'Going away' } });
    await member.call(teams.join, { params: { uuid: team.uuid } });
    const before = await challengeTotals(member);
    const id = await idOf(captain);
    expect((await remove(captain, `profileId=${id}`)).statusCode).toBe(204);
    expect(await challengeTotals(member)).toEqual(before);
    await expectSumsToHold(app.database.db);
    // The lists' totals count only activities that still exist.
    const current = (await member.call(challenges.current, {}))['@id'];
    for (const list of [
      await member.call(activities.list, { query: { itemsPerPage: 50 } }),
      await member.call(activities.listOfChallenge, { query: { challenge: current, itemsPerPage: 50 } }),
    ])
      expect(list['hydra:totalItems']).toBe(list['hydra:member'].length);
    const board = await member.call(rankings.list, { query: { periodType: 'all', limit: 2000 } });
    expect(board['hydra:member'].map(({ performer }) => performer.id)).not.toContain(id);
    const teamBoard = await member.call(rankings.listTeams, { query: { periodType: 'challenge' } });
    expect(teamBoard['hydra:member'].find(({ performer }) => performer.id === team.uuid)).toMatchObject({
      kilometers: 16.345,
    });
    // The member who joined first is now the captain.
    expect(await member.call(teams.one, { params: { uuid: team.uuid } })).toMatchObject({ isCaptain: true });
  });

  // spec: call POST /gc/account/delete
  it('changes nothing and returns 500 if any step fails', async () => {
    const anna = await app.participant('Anna');
    await run(anna, 5);
    const id = await idOf(anna);
    const { db } = app.database;
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
      db,
    );
    // The trigger makes the very last statement of the removal fail.
    await sql`create trigger refusing before delete on people for each row execute function refuse()`.execute(
      db,
    );
    try {
      const before = await everything();
      const response = await remove(anna, `profileId=${id}`);
      expect(response.statusCode).toBe(500);
      expect(response.body).not.toContain('raise');
      expect(await everything()).toBe(before);
      await expectSumsToHold(db);
    } finally {
      await sql`drop trigger refusing on people`.execute(db);
      await sql`drop function refuse`.execute(db);
    }
    expect((await remove(anna, `profileId=${id}`)).statusCode).toBe(204);
  });

  it('succeeds only once if several tabs send requests concurrently, and returns 401 to the other requests', async () => {
    const anna = await app.participant('Anna');
    await run(anna, 2);
    const id = await idOf(anna);
    const before = await challengeTotals(await app.participant('Viewer'));
    const answers = await Promise.all([1, 2, 3].map(() => remove(anna, `profileId=${id}`)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 401, 401]);
    await expectSumsToHold(app.database.db);
    expect(await challengeTotals(await app.participant('Viewer'))).toEqual(before);
  });

  it('keeps sums correct while the person logs and changes activities in another browser', async () => {
    const anna = await app.participant('Anna');
    const id = await idOf(anna);
    const kept = await Promise.all(Array.from({ length: 6 }, () => run(anna, 1)));
    const others = kept.flatMap(({ uuid }) => [
      anna.send({
        method: 'PUT',
        url: `/platform/api/activities/${uuid}`,
        payload: { performedAt: '2026-11-19', sport: running, amountType: 'km', kilometers: 2 },
      }),
      anna.send({
        method: 'POST',
        url: '/platform/api/activities',
        payload: { performedAt: '2026-11-18', sport: swimming, amountType: 'time', time: '00:10:00' },
      }),
    ]);
    const [removal, ...answers] = await Promise.all([remove(anna, `profileId=${id}`), ...others]);
    expect(removal.statusCode).toBe(204);
    for (const { statusCode } of answers) expect([200, 201, 401, 404]).toContain(statusCode);
    await expectSumsToHold(app.database.db);
    expect(await everything()).not.toMatch(new RegExp(`"person_id":${id}\\b`));
  });

  it('hands the team over even if the next captain’s account is deleted concurrently', async () => {
    const captain = await app.participant('Captain');
    const next = await app.participant('Next');
    const third = await app.participant('Third');
    const { uuid } = await captain.call(teams.create, { body: { name: 'In a hurry' } });
    for (const member of [next, third]) await member.call(teams.join, { params: { uuid } });
    const leavers = await Promise.all([captain, next].map(async (one) => ({ one, id: await idOf(one) })));
    const answers = await Promise.all(leavers.map(({ one, id }) => remove(one, `profileId=${id}`)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
    expect(await third.call(teams.one, { params: { uuid } })).toMatchObject({
      isCaptain: true,
      amountOfMembers: 1,
    });
  });
});

describe('the last organiser', () => {
  it('cannot be deleted, even if the last two organisers delete their accounts concurrently', async () => {
    const organisers = [await app.participant('First'), await app.participant('Second')];
    const ids = await Promise.all(organisers.map(idOf));
    await app.database.db.updateTable('people').set({ role: 'organiser' }).where('id', 'in', ids).execute();
    const answers = await Promise.all(organisers.map((one, index) => remove(one, `profileId=${ids[index]}`)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().detail).toContain('only organiser');
  });
});

describe('/account/remove', () => {
  // spec: call navigation /account/remove
  it('deletes nothing, and redirects to the page for deleting an account', async () => {
    const response = await app.browser().send({ method: 'GET', url: '/account/remove' });
    expect(response.statusCode).toBe(302);
    expect(response.headers.location).toBe('/my-profile/delete');
  });
});

const now = '2026-11-21T11:00:00Z';
