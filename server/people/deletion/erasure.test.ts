import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as shownChallenges from '../../../contract/challenges.ts';
import * as activities from '../../../contract/managed/activities.ts';
import * as changes from '../../../contract/managed/changes.ts';
import * as people from '../../../contract/managed/people.ts';
import * as security from '../../../contract/managed/security-events.ts';
import { contentsOf } from '../../testing/contents.ts';
import { logKilometers } from '../../testing/moderation.ts';
import { expectSumsToHold } from '../../testing/sums.ts';
import { type Browser, idOf, type TestApp, testApp } from '../../testing/test-app.ts';

type Person = Awaited<ReturnType<TestApp['participant']>>;

let app: TestApp;
let organiser: Person;

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
});
afterAll(() => app.close());

const erase = (by: Browser, id: number, name: string) =>
  by.call(people.erase, { params: { id }, body: { name, reason: 'left' } });
const refusal = (by: Browser, id: number, name: string) =>
  by.refused(people.erase, { params: { id }, body: { name, reason: 'left' } });
const isThere = async (id: number) =>
  (await app.database.db.selectFrom('people').select('id').where('id', '=', id).execute()).length === 1;
const promote = (...ids: number[]) =>
  app.database.db.updateTable('people').set({ role: 'organiser' }).where('id', 'in', ids).execute();
const events = async (query: object) =>
  (await organiser.call(security.list, { query: { itemsPerPage: 100, ...query } }))['hydra:member'];

describe('erasing a person', () => {
  it('requires typing the person’s name, and keeps the kilometres as anonymous sums', async () => {
    const zoe = await app.participant('Zoë-Unmistakable');
    const id = idOf(zoe);
    await logKilometers(zoe, 12);
    const kilometres = async () => (await organiser.call(shownChallenges.statsOfAll, {})).activities;
    const before = await kilometres();
    expect(await refusal(organiser, id, 'Zoë')).toMatchObject({
      status: 422,
      violations: [{ propertyPath: 'name', code: 'erasure.otherName' }],
    });
    expect(await isThere(id)).toBe(true);
    await organiser.call(people.one, { params: { id } });
    await organiser.call(people.deactivate, { params: { id }, body: { reason: 'Zoë-Unmistakable left' } });
    await erase(organiser, id, ' zoë-unmistakable  dubois ');
    expect(await isThere(id)).toBe(false);
    expect(await kilometres()).toBe(before);
    await expectSumsToHold(app.database.db);
    const rows = JSON.stringify([...(await contentsOf(app.database.db))]);
    expect(rows).not.toContain('Unmistakable');
    expect(rows).not.toContain(zoe.email);
    expect((await refusal(organiser, id, 'Anybody')).status).toBe(404);
  });

  // claim: erasure-unnamed
  it('adds an entry without the erased data to the change log and the security log', async () => {
    const id = idOf(await app.participant('Yann'));
    await erase(organiser, id, 'Yann Dubois');
    const query = { resource: 'people', resourceId: String(id), action: 'erase' };
    const [line] = (await organiser.call(changes.list, { query }))['hydra:member'];
    expect(line).toMatchObject({ actor: 'Organiser Dubois', reason: 'left', before: null, after: null });
    const [event] = await events({ kind: 'account-erased' });
    expect(event).toMatchObject({ actor: 'Organiser Dubois', person: null, detail: 'left' });
    expect(JSON.stringify([line, event])).not.toContain('Yann');
  });

  it('is refused for one’s own account', async () => {
    expect((await refusal(organiser, idOf(organiser), 'Organiser Dubois')).status).toBe(409);
  });

  it('removes only one of two organisers who erase each other', async () => {
    const other = await app.participant('Other');
    await promote(idOf(other));
    const answers = await Promise.all([
      organiser.send(requestOf(idOf(other), 'Other Dubois')),
      other.send(requestOf(idOf(organiser), 'Organiser Dubois')),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
    expect(answers.every(({ statusCode }) => [204, 401, 409].includes(statusCode))).toBe(true);
    const left = await app.database.db
      .selectFrom('people')
      .select('id')
      .where('role', '=', 'organiser')
      .execute();
    expect(left).toHaveLength(1);
    organiser = left[0]?.id === idOf(other) ? other : organiser;
  });
});

const requestOf = (id: number, name: string) => ({
  method: 'POST' as const,
  url: people.erase.path.replace(':id', String(id)),
  payload: { name, reason: 'left' },
});

describe('erasing several people', () => {
  it('requires typing the number of people, and reports who was not erased and why', async () => {
    const ids = [idOf(await app.participant()), idOf(await app.participant())];
    const body = { people: [...ids, idOf(organiser), 987_654], count: 4, reason: 'mistake' as const };
    expect(await organiser.refused(people.eraseMany, { body: { ...body, count: 3 } })).toMatchObject({
      violations: [{ propertyPath: 'count', code: 'erasure.otherCount' }],
    });
    const { erased, kept } = await organiser.call(people.eraseMany, { body });
    expect(erased).toBe(2);
    expect(kept.map(({ id }) => id)).toEqual([idOf(organiser), 987_654]);
    for (const id of ids) expect(await isThere(id)).toBe(false);
    await expectSumsToHold(app.database.db);
  });

  it('is allowed for organisers only', async () => {
    const anna = await app.participant();
    const id = idOf(await app.participant());
    expect((await refusal(anna, id, 'Participant Dubois')).status).toBe(403);
    const body = { people: [id], count: 1, reason: 'mistake' as const };
    expect((await anna.refused(people.eraseMany, { body })).status).toBe(403);
    expect(await isThere(id)).toBe(true);
  });
});

describe('the security log of access to personal data', () => {
  // claim: look-ups-logged
  it('has one entry for all views of a record within 15 minutes, and none for one’s own record', async () => {
    const id = idOf(await app.participant('Looked-at'));
    for (let time = 0; time < 3; time += 1) await organiser.call(people.one, { params: { id } });
    await organiser.call(people.one, { params: { id: idOf(organiser) } });
    const opened = await events({ kind: 'record-opened' });
    expect(opened.filter(({ personId }) => personId === id)).toMatchObject([
      { times: 3, person: 'Looked-at Dubois', actor: expect.stringContaining('Dubois') },
    ]);
    expect(opened.filter(({ personId }) => personId === idOf(organiser))).toEqual([]);
    app.clock.now = app.clock.now.add({ minutes: 15 });
    await organiser.call(people.one, { params: { id } });
    expect((await events({ kind: 'record-opened', personId: id })).map(({ times }) => times)).toEqual([1, 3]);
  });

  // claim: exports-logged
  it('has an entry for a list loaded for an export, but not for a list shown on a screen', async () => {
    const exported = async () =>
      (await events({ kind: 'data-exported', personId: idOf(organiser) })).map(({ detail, times }) => [
        detail,
        times,
      ]);
    for (const call of [people.list, activities.list, changes.list, security.list])
      await organiser.call(call as typeof people.list, { query: { itemsPerPage: 100 } });
    expect(await exported()).toEqual([]);
    for (const call of [people.list, activities.list, changes.list, security.list])
      for (const page of [1, 2])
        await organiser.call(call as typeof people.list, { query: { itemsPerPage: 1000, page } });
    expect((await exported()).sort()).toEqual([
      ['activities', 2],
      ['changes', 2],
      ['people', 2],
      ['security-events', 2],
    ]);
  });
});
