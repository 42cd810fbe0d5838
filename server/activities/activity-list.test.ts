import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as activities from '../../contract/activities.ts';
import * as likes from '../../contract/likes.ts';
import { addChallenge } from '../testing/challenges.ts';
import { running, type TestApp, testApp } from '../testing/test-app.ts';

type Person = Awaited<ReturnType<TestApp['participant']>>;

let app: TestApp;
let [anna, bert]: Person[] = [];

beforeAll(async () => {
  app = await testApp({ basePath: '/club/' });
  anna = await app.participant('Anna');
  bert = await app.participant('Bert');
  for (let count = 1; count <= 45; count += 1)
    await log(anna, `2026-10-${String((count % 30) + 1).padStart(2, '0')}`, count);
  await log(bert, '2026-11-20', 100);
});
afterAll(() => app.close());

const log = (person: Person | undefined, performedAt: string, steps: number) =>
  (person as Person).call(activities.create, {
    body: { performedAt, sport: `/club${running}`, amountType: 'steps', steps },
  });

/** Reads all pages by following `hydra:next`, and calls `afterEachPage` after each page. */
async function readAll(address: string, afterEachPage: () => Promise<unknown> = async () => undefined) {
  const shown: { uuid: string; performedAt: string }[] = [];
  let next: string | undefined = address;
  while (next) {
    const page: { 'hydra:member': typeof shown; 'hydra:view': Record<string, string> } = (
      await (anna as Person).send({ method: 'GET', url: next })
    ).json();
    shown.push(...page['hydra:member']);
    next = page['hydra:view']['hydra:next'];
    await afterEachPage();
  }
  return shown;
}

describe('the activity list', () => {
  // spec: call GET /platform/api/activities, call hydra collections
  it('has 20 activities per page, newest first, and links that all start with the base path', async () => {
    const list = await (anna as Person).call(activities.list, { query: {} });
    expect(list['hydra:member']).toHaveLength(20);
    expect(list['hydra:totalItems']).toBe(46);
    expect(list['hydra:member'][0]).toMatchObject({ performedAt: '2026-11-20' });
    expect(list['hydra:member'][0]?.['@id']).toMatch(/^\/club\/platform\/api\/activities\//);
    expect(list['hydra:view']).toMatchObject({
      'hydra:first': '/club/platform/api/activities?page=1',
      'hydra:last': '/club/platform/api/activities?page=3',
    });
    expect(list['hydra:view']).not.toHaveProperty('hydra:previous');
  });

  // spec: state paging
  it('shows every activity once, even if activities are added between two page requests', async () => {
    const shown = await readAll('/club/platform/api/activities', () => log(bert, '2026-11-21', 1));
    expect(shown).toHaveLength(46);
    expect(new Set(shown.map(({ uuid }) => uuid)).size).toBe(46);
    const dates = shown.map(({ performedAt }) => performedAt);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  // spec: constant first page
  it('supports page numbers', async () => {
    const all = await readAll('/club/platform/api/activities');
    const page = await (anna as Person).call(activities.list, { query: { page: 2, itemsPerPage: 20 } });
    expect(page['hydra:member'].map(({ uuid }) => uuid)).toEqual(all.slice(20, 40).map(({ uuid }) => uuid));
    expect(page['hydra:view']?.['hydra:previous']).toBe(
      '/club/platform/api/activities?page=1&itemsPerPage=20',
    );
  });

  // spec: call GET /platform/api/activities
  it('can be limited to one person', async () => {
    const shown = await readAll(`/club/platform/api/activities?person=${anna?.iri}`);
    expect(shown).toHaveLength(45);
    const nobody = await (anna as Person).refused(activities.list, { query: { person: '/elsewhere/1' } });
    expect(nobody.status).toBe(404);
  });

  // spec: call GET /platform/api/challenge_activities
  it('can be limited to one challenge', async () => {
    await addChallenge(app.database.db, 'october', '2026-10-01', '2026-10-02');
    const { uuid } = await app.database.db.selectFrom('challenges').select('uuid').executeTakeFirstOrThrow();
    const shown = await readAll(
      `/club/platform/api/challenge_activities?challenge=/club/platform/api/challenges/${uuid}`,
    );
    expect(new Set(shown.map(({ performedAt }) => performedAt))).toEqual(
      new Set(['2026-10-01', '2026-10-02']),
    );
  });

  it('shows each person only what they may see of an activity, even from a cached response', async () => {
    const { db } = app.database;
    await db.insertInto('configs').values({ key: 'likesEnabled', value: 'true' }).execute();
    const carol = await app.participant('Carol');
    const own = await log(bert, '2026-11-21', 7000);
    const params = { uuid: own.uuid };
    const change = (values: object) =>
      db.updateTable('activities').set(values).where('uuid', '=', own.uuid).execute();
    const set = async (value: object) => {
      await db.deleteFrom('configs').where('key', '=', 'showToOthers').execute();
      await db
        .insertInto('configs')
        .values({ key: 'showToOthers', value: JSON.stringify(value) })
        .execute();
    };
    /**
     * Returns what each person sees of the activity. Asks twice, because the second response comes from the
     * cache.
     */
    const seen = async (path: 'steps' | 'likedByMe') => {
      const views = [];
      for (const viewer of [carol, anna, bert, bert, anna, carol]) {
        const page = await (viewer as Person).call(activities.list, { query: {} });
        views.push(page['hydra:member'].find(({ uuid }) => uuid === own.uuid)?.[path]);
      }
      expect(views.slice(3)).toEqual(views.slice(0, 3).reverse());
      return views.slice(0, 3);
    };
    expect(await seen('steps')).toEqual([7000, 7000, 7000]);
    await (anna as Person).call(likes.toggle, { params, query: { liked: 'true' } });
    expect(await seen('likedByMe')).toEqual([false, true, false]);
    await change({ source: 'Strava' });
    expect(await seen('steps')).toEqual([null, null, 7000]);
    await set({ Strava: 'none' });
    expect(await seen('steps')).toEqual([undefined, undefined, 7000]);
    await set({ Strava: 'full' });
    expect(await seen('steps')).toEqual([7000, 7000, 7000]);
  });
});
