import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '../../contract/accounts.ts';
import * as activities from '../../contract/activities.ts';
import type { Answer } from '../../contract/kit/operation.ts';
import * as rankings from '../../contract/rankings.ts';
import { addChallenge } from '../testing/challenges.ts';
import { idOf, running, swimming, type TestApp, testApp } from '../testing/test-app.ts';

type Person = Awaited<ReturnType<TestApp['participant']>>;

let app: TestApp;
let [anna, zoe, emile, idle]: Person[] = [];

beforeAll(async () => {
  app = await testApp();
  await addChallenge(app.database.db, 'autumn', '2026-10-01', '2026-12-31');
  [anna, zoe, emile, idle] = [
    await app.participant('Anna'),
    await app.participant('Zoé'),
    await app.participant('Émile'),
    await app.participant('Idle'),
  ];
  await log(anna, '2026-11-16', 12.004, running);
  await log(zoe, '2026-11-15', 12, running);
  await log(emile, '2026-11-21', 12, swimming);
  await log(anna, '2026-01-01', 0.004, running);
});
afterAll(() => app.close());

const log = (person: Person | undefined, performedAt: string, kilometers: number, sport: string) =>
  person?.call(activities.create, { body: { performedAt, sport, amountType: 'km', kilometers } });

const read = async (query: object) => {
  const board = await (idle as Person).call(rankings.list, { query: query as never });
  return board['hydra:member'].map(({ rank, performer, kilometers }) => [
    rank,
    performer.givenName,
    kilometers,
  ]);
};

describe('a leaderboard', () => {
  it('ranks people by the displayed kilometres, gives ties the same rank, and sorts ties by name, ignoring accents', async () => {
    expect(await read({ periodType: 'challenge' })).toEqual([
      [1, 'Anna', 12.004],
      [1, 'Émile', 12],
      [1, 'Zoé', 12],
    ]);
  });

  it('skips ranks after a tie', async () => {
    await log(anna, '2026-11-01', 1, running);
    await log(emile, '2026-11-01', 1, swimming);
    expect(await read({ periodType: 'challenge' })).toEqual([
      [1, 'Anna', 13.004],
      [1, 'Émile', 13],
      [3, 'Zoé', 12],
    ]);
  });

  it('leaves out people whose kilometres would be displayed as 0.00', async () => {
    await log(idle, '2026-11-20', 0.004, running);
    expect((await read({ periodType: 'all' })).map(([, name]) => name)).not.toContain('Idle');
  });

  // spec: call GET /platform/api/stats_activities, constant sport types on boards
  it('can be limited to one sport', async () => {
    expect(await read({ periodType: 'challenge', sport: 'running' })).toEqual([
      [1, 'Anna', 13.004],
      [2, 'Zoé', 12],
    ]);
    expect(await read({ periodType: 'challenge', sport: 'cycling' })).toEqual([]);
  });

  // spec: constant ranking limit
  it('returns no more rows than the limit', async () => {
    expect(await read({ periodType: 'challenge', limit: 2 })).toHaveLength(2);
  });

  it('can be limited to one person, whatever their rank', async () => {
    expect(await read({ periodType: 'challenge', person: zoe?.iri })).toEqual([[3, 'Zoé', 12]]);
    expect(await read({ periodType: 'challenge', person: idle?.iri })).toEqual([]);
  });

  it('returns the next person ahead of somebody, or null if nobody is ahead', async () => {
    const aheadOf = async (person: Person | undefined, query: object = {}) => {
      const input = { periodType: 'challenge', ...(person && { person: person.iri }), ...query };
      const { ahead } = await (zoe as Person).call(rankings.list, { query: input as never });
      return ahead && [ahead.rank, ahead.performer.givenName, ahead.kilometers];
    };
    // Anna and Émile share first place, and Anna's name comes first.
    expect(await aheadOf(zoe)).toEqual([1, 'Anna', 13.004]);
    expect(await aheadOf(emile)).toBeNull();
    expect(await aheadOf(idle)).toBeNull();
    expect(await aheadOf(zoe, { sport: 'running' })).toEqual([1, 'Anna', 13.004]);
    expect(await aheadOf(undefined)).toBeNull();
  });

  // Up to ten names come from memory, more from the database.
  it.each([4, 12])(
    'returns the person ahead whose name comes first if %i share the next rank, with unnamed people last',
    async (tied) => {
      const day = tied === 4 ? '2025-03-03' : '2025-04-07';
      const names = ['Łukasz', 'Zed', 'Ökan', 'Aaron', ...'QRSTUVWX'].slice(0, tied);
      const sharing = await Promise.all(names.map((name) => app.participant(name)));
      for (const person of sharing) await log(person, day, 50, running);
      const chaser = await app.participant('Chaser');
      await log(chaser, day, 49, running);
      // Relative to the challenge's today, 21 November 2026.
      const periodModifier = tied === 4 ? -20 : -19;
      const aheadOfChaser = async () => {
        const query = { periodType: 'month', periodModifier, person: chaser.iri };
        const { ahead } = await chaser.call(rankings.list, { query: query as never });
        return [ahead?.rank, ahead?.performer.givenName];
      };
      expect(await aheadOfChaser()).toEqual([1, 'Aaron']);
      const hide = (person: Person | undefined) =>
        person?.call(accounts.modifyData, {
          body: { givenName: 'Hidden', surname: 'Walker', language: 'en', nameShown: 'none' },
        });
      await hide(sharing[names.indexOf('Aaron')]);
      expect(await aheadOfChaser()).toEqual([1, 'Ökan']);
      await Promise.all(sharing.map(hide));
      expect(await aheadOfChaser()).toEqual([1, '']);
    },
  );

  // spec: call GET /platform/api/stats_activities
  it('covers a calendar month or a week that starts on Monday, relative to today', async () => {
    expect(await read({ periodType: 'week' })).toEqual([
      [1, 'Anna', 12.004],
      [1, 'Émile', 12],
    ]);
    expect(await read({ periodType: 'week', periodModifier: -1 })).toEqual([[1, 'Zoé', 12]]);
    expect(await read({ periodType: 'month', periodModifier: -1 })).toEqual([]);
    const week = await (idle as Person).call(rankings.list, {
      query: { periodType: 'week', periodModifier: -1 },
    });
    expect([week.periodStartsAt, week.periodEndsAt]).toEqual(['2026-11-09', '2026-11-15']);
    const month = await (idle as Person).call(rankings.list, { query: { periodType: 'month' } });
    expect([month.periodStartsAt, month.periodEndsAt]).toEqual(['2026-11-01', '2026-11-30']);
  });

  it('starts a new week at midnight in Brussels', async () => {
    const before = app.clock.now;
    const startOfWeek = async (now: string) => {
      app.clock.now = Temporal.Instant.from(now);
      return (await (idle as Person).call(rankings.list, { query: { periodType: 'week' } })).periodStartsAt;
    };
    expect(await startOfWeek('2026-11-22T22:59:59Z')).toBe('2026-11-16');
    expect(await startOfWeek('2026-11-22T23:00:00Z')).toBe('2026-11-23');
    app.clock.now = before;
  });

  it('responds with 404 for an unknown challenge', async () => {
    const problem = await (idle as Person).refused(rankings.list, {
      query: {
        periodType: 'challenge',
        challenge: '/platform/api/challenges/00000000-0000-4000-8000-000000000000',
      },
    });
    expect(problem.status).toBe(404);
  });
});

describe('a leaderboard with several pages', () => {
  type Board = Answer<typeof rankings.list>;
  const all = { periodType: 'challenge' } as const;
  const namesOf = (board: Board) => board['hydra:member'].map(({ performer }) => performer.givenName);
  const search = async (q: string, viewer = idle as Person) =>
    namesOf(await viewer.call(rankings.list, { query: { ...all, q } }));
  const show = (person: Person, changes: object) =>
    person.call(accounts.modifyData, {
      body: { givenName: 'Hidden', surname: 'Ölund', language: 'en', ...changes } as never,
    });

  it('contains the total number of people, and links to the next page', async () => {
    const first = await (idle as Person).call(rankings.list, { query: { ...all, limit: 2 } });
    expect([namesOf(first), first['hydra:totalItems']]).toEqual([['Anna', 'Émile'], 3]);
    const next = first['hydra:view']?.['hydra:next'] as string;
    const second: Board = (await (idle as Person).send({ method: 'GET', url: next })).json();
    expect([namesOf(second), second['hydra:totalItems']]).toEqual([['Zoé'], 3]);
    expect(second['hydra:member'][0]?.rank).toBe(3);
    expect(second['hydra:view']).not.toHaveProperty('hydra:next');
    const beyond = await (idle as Person).call(rankings.list, { query: { ...all, limit: 2, page: 9 } });
    expect([namesOf(beyond), beyond['hydra:totalItems']]).toEqual([[], 3]);
  });

  it('can be searched for names that contain every given word, ignoring case and accents, and keeps the ranks of the whole board', async () => {
    expect(await search('zoe')).toEqual(['Zoé']);
    expect(await search(' DUBOIS  émile ')).toEqual(['Émile']);
    expect(await search('dubois nobody')).toEqual([]);
    for (const pattern of ['%', '_', '\\']) expect(await search(pattern)).toEqual([]);
    const found = await (idle as Person).call(rankings.list, { query: { ...all, q: 'zoe' } });
    expect([found['hydra:member'][0]?.rank, found['hydra:totalItems']]).toEqual([3, 1]);
  });

  it('cannot be searched for hidden names, except the searcher’s own', async () => {
    const hidden = await app.participant('Hidden');
    await log(hidden, '2026-11-02', 5, running);
    expect(await search('hidden')).toEqual(['Hidden']);
    await show(hidden, { nameShown: 'none' });
    expect(await search('hidden')).toEqual([]);
    expect(await search('hidden olund', hidden)).toEqual(['Hidden']);
    await show(hidden, { nameShown: 'nickname', nickname: 'Turtle' });
    expect([await search('hidden'), await search('turtle')]).toEqual([[], ['Turtle']]);
    await app.database.db
      .updateTable('people')
      .set({ deactivated_at: '2026-11-21T10:00:00Z' })
      .where('id', '=', idOf(hidden))
      .execute();
    expect(await search('turtle')).toEqual([]);
  });
});
