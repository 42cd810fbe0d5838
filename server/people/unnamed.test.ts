import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '../../contract/accounts.ts';
import * as activities from '../../contract/activities.ts';
import { api } from '../../contract/api.ts';
import * as comments from '../../contract/comments.ts';
import type { Operation } from '../../contract/kit/operation.ts';
import * as inbox from '../../contract/managed/inbox.ts';
import * as people from '../../contract/people.ts';
import * as rankings from '../../contract/rankings.ts';
import * as teams from '../../contract/teams.ts';
import { addChallenge } from '../testing/challenges.ts';
import { type Browser, running, type TestApp, testApp } from '../testing/test-app.ts';

let app: TestApp;
let hidden: Browser & { iri: string; email: string };
let hiddenId: number;
let others: Browser;
let moderator: Browser;

const given = 'Zebulon';
const surname = 'Quixotewater';
const nickname = 'Vliegende Hollander';

beforeAll(async () => {
  app = await testApp();
  const { db } = app.database;
  await addChallenge(db, 'november', '2026-11-01', '2026-11-30');
  const on = ['teamsEnabled', 'allowTeamCreation', 'likesEnabled', 'commentsEnabled'];
  await db
    .insertInto('configs')
    .values(on.map((key) => ({ key, value: 'true' })))
    .execute();
  others = await app.participant('Other');
  moderator = await app.organiser('moderator');
  // The hidden person's id is a number that appears nowhere else.
  hiddenId = 7_654_321;
  await sql`alter table people alter column id restart with ${sql.lit(hiddenId)}`.execute(db);
  hidden = await app.participant(given);
  await leaveTraces();
});
afterAll(() => app.close());

/** Makes the hidden person do everything that could leave traces for others to see. */
async function leaveTraces(): Promise<void> {
  const { db } = app.database;
  const run = (person: Browser) =>
    person.call(activities.create, {
      body: { performedAt: '2026-11-20', sport: running, amountType: 'km', kilometers: 5 },
    });
  await run(hidden);
  const { uuid } = await run(others);
  const team = await hidden.call(teams.create, { body: { name: 'Hidden heroes' } });
  await others.call(teams.join, { params: { uuid: team.uuid } });
  const { id: activity } = await db
    .selectFrom('activities')
    .select('id')
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();
  const trace = { activity_id: activity, person_id: hiddenId, created_at: '2026-11-20T12:00:00Z' };
  await db.insertInto('activity_likes').values(trace).execute();
  await db
    .insertInto('activity_comments')
    .values({ ...trace, content: 'Well done' })
    .execute();
  const listed = await others.call(comments.list, { params: { uuid }, query: {} });
  const [comment] = listed['hydra:member'];
  await others.call(comments.flag, { body: { comment: comment?.['@id'] ?? '', reason: 'Unkind' } });
}

const nameAs = (naming: object) =>
  hidden.call(accounts.modifyData, { body: { givenName: given, surname, language: 'en', ...naming } });

const reads = Object.values(api)
  .flatMap((domain) => Object.values(domain) as Operation[])
  .filter(({ method, changesState, path }) => method === 'GET' && !changesState && path !== '/logout');

/**
 * Returns every response that a viewer can get. Makes all read calls with every number, UUID and IRI found in
 * responses, and repeats this until no new ones appear.
 */
async function everyAnswer(viewer: Browser): Promise<Map<string, unknown>> {
  const answers = new Map<string, unknown>();
  const uuids = new Set<string>();
  const addresses = new Set(reads.filter(({ params }) => !params).map(({ path }) => path));
  for (const periodType of rankings.periodTypes)
    for (const path of [rankings.list.path, rankings.listTeams.path])
      addresses.add(`${path}?periodType=${periodType}&limit=2000`);
  const collectIds = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) collectIds(item);
    else if (typeof value === 'object' && value !== null)
      for (const item of Object.values(value)) collectIds(item);
    else if (typeof value === 'string') {
      if (/^\/(platform|faq|gc|global)/.test(value) && !value.includes('/contexts/')) addresses.add(value);
      for (const [uuid] of value.matchAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g)) uuids.add(uuid);
    }
  };
  for (;;) {
    for (const { path } of reads)
      for (const uuid of path.includes(':uuid') ? uuids : []) addresses.add(path.replace(':uuid', uuid));
    const address = [...addresses].find((one) => !answers.has(one));
    if (!address) return answers;
    const response = await viewer.send({ method: 'GET', url: address });
    const isJson = String(response.headers['content-type']).includes('json') && response.statusCode === 200;
    answers.set(address, isJson ? response.json() : response.statusCode);
    if (isJson) collectIds(response.json());
  }
}

/** Returns the addresses of responses that contain one of the words or the person's number. */
function leaks(answers: Map<string, unknown>, texts: string[], id?: number): string[] {
  return [...answers]
    .filter(([, answer]) => {
      const text = JSON.stringify(answer).toLowerCase();
      // All fields are searched for the number, because nothing else has this number.
      const numbers = id === undefined ? [] : [String(id)];
      return [...texts.map((one) => one.toLowerCase()), ...numbers].some((one) => text.includes(one));
    })
    .map(([address]) => address);
}

describe('all responses that others can get', () => {
  it('contain the names of people who show their name', async () => {
    await nameAs({ nameShown: 'full' });
    const answers = await everyAnswer(others);
    const leaking = leaks(answers, [given, surname], hiddenId);
    for (const part of [
      'activities',
      'stats_activities',
      'person_infos/',
      '/members',
      'distribution',
      '/likes',
      '/comments',
    ])
      expect(leaking.filter((address) => address.includes(part))).not.toEqual([]);
    expect(leaks(answers, [hidden.email])).toEqual([]);
  });

  // claim: name-choice
  it('contain only the nicknames of people who show a nickname', async () => {
    await nameAs({ nameShown: 'nickname', nickname });
    const answers = await everyAnswer(others);
    expect(leaks(answers, [given, surname, hidden.email])).toEqual([]);
    expect(leaks(answers, [nickname]).length).toBeGreaterThan(3);
  });

  // claim: name-choice
  it('contain neither the names nor the ids of people who count but are not named', async () => {
    await nameAs({ nameShown: 'none', nickname });
    const answers = await everyAnswer(others);
    expect(answers.size).toBeGreaterThan(30);
    expect(leaks(answers, [given, surname, nickname, hidden.email], hiddenId)).toEqual([]);
  });

  it('reveal nothing more about unnamed people to moderators, even in the inbox', async () => {
    await nameAs({ nameShown: 'full' });
    const inInbox = (addresses: string[]) => addresses.filter((address) => address.includes('/inbox'));
    const leaking = leaks(await everyAnswer(moderator), [given, surname], hiddenId);
    expect(inInbox(leaking)).not.toEqual([]);
    await nameAs({ nameShown: 'none', nickname });
    const answers = await everyAnswer(moderator);
    expect(leaks(answers, [given, surname, nickname, hidden.email], hiddenId)).toEqual([]);
    // The unnamed person's comment is still in the inbox.
    const [waiting] = (await moderator.call(inbox.list, { query: {} }))['hydra:member'];
    expect(waiting).toMatchObject({ personId: 0, person: '', comment: { content: 'Well done' } });
    const decided = await moderator.call(inbox.decide, {
      params: { id: waiting?.id ?? 0 },
      body: { decision: 'keep', reason: 'Kind enough', version: waiting?.version ?? '' },
    });
    expect(decided).toMatchObject({ personId: 0, person: '' });
  });

  it('reveal nothing about an unnamed person when requested with that person’s id', async () => {
    await nameAs({ nameShown: 'none' });
    expect((await others.refused(people.one, { params: { id: hiddenId } })).status).toBe(404);
    expect((await others.refused(activities.list, { query: { person: hidden.iri } })).status).toBe(404);
    const query = { periodType: 'all' as const, person: hidden.iri };
    const board = await others.call(rankings.list, { query });
    expect(board['hydra:member']).toEqual([]);
  });

  it('still count unnamed people on boards and in teams', async () => {
    await nameAs({ nameShown: 'none' });
    const board = await others.call(rankings.list, { query: { periodType: 'all' } });
    expect(
      board['hydra:member'].map(({ performer, kilometers }) => [performer.id, kilometers]),
    ).toContainEqual([0, 5]);
    const own = await hidden.call(rankings.list, { query: { periodType: 'all' } });
    expect(own['hydra:member'].map(({ performer }) => performer.givenName)).toContain(given);
  });
});
