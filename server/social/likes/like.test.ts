import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as accounts from '../../../contract/accounts.ts';
import * as activities from '../../../contract/activities.ts';
import * as likes from '../../../contract/likes.ts';
import { type Browser, running, type TestApp, testApp } from '../../testing/test-app.ts';

type Person = Awaited<ReturnType<TestApp['participant']>>;

let app: TestApp;
let anna: Person;
let bert: Person;

beforeAll(async () => {
  app = await testApp({ basePath: '/club/' });
  anna = await app.participant('Anna');
  bert = await app.participant('Bert');
});
afterAll(() => app.close());
beforeEach(() => switchLikes(true));

const switchLikes = (on: boolean) =>
  app.database.db
    .insertInto('configs')
    .values({ key: 'likesEnabled', value: String(on) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(on) }))
    .execute();

async function activity(person: Browser = anna): Promise<string> {
  const body = {
    performedAt: '2026-11-20',
    sport: `/club${running}`,
    amountType: 'steps',
    steps: 1,
  } as const;
  return (await person.call(activities.create, { body })).uuid;
}
const toggle = (person: Browser, uuid: string, liked?: boolean) =>
  person.call(likes.toggle, {
    params: { uuid },
    query: liked === undefined ? {} : { liked: `${liked}` as const },
  });
const listed = (person: Browser, uuid: string) =>
  person.call(likes.list, { params: { uuid }, query: { itemsPerPage: 50 } });
const shown = async (person: Browser, uuid: string) => {
  const { amountOfLikes, likedByMe } = await person.call(activities.one, { params: { uuid } });
  return { amountOfLikes, likedByMe };
};

describe('a like on an activity', () => {
  // spec: call POST /platform/api/activities/{uuid}/toggleLike, role comment and like
  it('can be added and removed, and each response is the updated activity', async () => {
    const uuid = await activity();
    expect(await shown(bert, uuid)).toEqual({ amountOfLikes: 0, likedByMe: false });
    expect(await toggle(bert, uuid)).toMatchObject({ uuid, amountOfLikes: 1, likedByMe: true });
    expect(await toggle(anna, uuid)).toMatchObject({ uuid, amountOfLikes: 2, likedByMe: true });
    expect(await toggle(bert, uuid)).toMatchObject({ uuid, amountOfLikes: 1, likedByMe: false });
    expect(await shown(bert, uuid)).toEqual({ amountOfLikes: 1, likedByMe: false });
    expect(await shown(anna, uuid)).toEqual({ amountOfLikes: 1, likedByMe: true });
  });

  it('is counted in activity lists and in the response to a change of the activity', async () => {
    const uuid = await activity();
    await toggle(bert, uuid);
    const { 'hydra:member': members } = await bert.call(activities.list, { query: {} });
    expect(members.find((one) => one.uuid === uuid)).toMatchObject({ amountOfLikes: 1, likedByMe: true });
    const body = {
      performedAt: '2026-11-20',
      sport: `/club${running}`,
      amountType: 'steps',
      steps: 2,
    } as const;
    const changed = await anna.call(activities.replace, { params: { uuid }, body });
    expect(changed).toMatchObject({ steps: 2, amountOfLikes: 1, likedByMe: false });
  });

  it('takes no additional SQL statement when activities are listed', async () => {
    const statementsOf = async () => {
      let statements = 0;
      const count = () => {
        statements += 1;
      };
      app.database.pool.on('acquire', count);
      await bert.call(activities.list, { query: {} });
      app.database.pool.off('acquire', count);
      return statements;
    };
    // Jobs may run statements during a request, but not during each of four requests.
    const fewest = async () =>
      Math.min(await statementsOf(), await statementsOf(), await statementsOf(), await statementsOf());
    const withLikes = await fewest();
    await switchLikes(false);
    expect(await fewest()).toBe(withLikes);
  });

  it('can be set to a given state idempotently', async () => {
    const uuid = await activity();
    for (const wish of [false, true, true, false, false, true])
      expect(await toggle(bert, uuid, wish)).toMatchObject({ amountOfLikes: wish ? 1 : 0, likedByMe: wish });
    const unclear = await bert.refused(likes.toggle, { params: { uuid }, query: { liked: 'perhaps' } });
    expect(unclear).toMatchObject({ status: 422, violations: [{ propertyPath: 'liked' }] });
  });

  it('is deleted with its activity', async () => {
    const uuid = await activity();
    await toggle(bert, uuid);
    await anna.call(activities.remove, { params: { uuid } });
    expect((await bert.refused(likes.toggle, { params: { uuid } })).status).toBe(404);
    for (const liked of ['true', 'false'])
      expect((await bert.refused(likes.toggle, { params: { uuid }, query: { liked } })).status).toBe(404);
    expect((await bert.refused(likes.list, { params: { uuid } })).status).toBe(404);
  });

  it('is rejected with 404 if the person may not see the activity', async () => {
    const uuid = await activity();
    const { db } = app.database;
    await db.updateTable('activities').set({ source: 'Garmin' }).where('uuid', '=', uuid).execute();
    const value = JSON.stringify({ Garmin: 'none' });
    await db.insertInto('configs').values({ key: 'showToOthers', value }).execute();
    expect((await bert.refused(likes.toggle, { params: { uuid }, query: {} })).status).toBe(404);
    expect((await bert.refused(likes.toggle, { params: { uuid }, query: { liked: 'true' } })).status).toBe(
      404,
    );
    await db.deleteFrom('configs').where('key', '=', 'showToOthers').execute();
    expect(await shown(bert, uuid)).toEqual({ amountOfLikes: 0, likedByMe: false });
  });

  it('cannot be read or added, and is not counted, while likes are disabled', async () => {
    const uuid = await activity();
    await toggle(bert, uuid);
    await switchLikes(false);
    expect((await bert.refused(likes.toggle, { params: { uuid } })).status).toBe(404);
    expect((await bert.refused(likes.list, { params: { uuid } })).status).toBe(404);
    expect(await shown(bert, uuid)).toEqual({ amountOfLikes: 0, likedByMe: false });
    await switchLikes(true);
    expect(await shown(bert, uuid)).toEqual({ amountOfLikes: 1, likedByMe: true });
  });
});

describe('concurrent likes', () => {
  it('from several browsers of one person count as one', async () => {
    const uuid = await activity();
    for (const wish of [true, false, true]) {
      await Promise.all([1, 2, 3, 4].map(() => toggle(bert, uuid, wish)));
      expect(await shown(bert, uuid)).toEqual({ amountOfLikes: wish ? 1 : 0, likedByMe: wish });
    }
  });

  it('are toggled one after another, so that an even number of toggles changes nothing', async () => {
    const uuid = await activity();
    for (const count of [2, 5, 8]) {
      const before = await shown(bert, uuid);
      await Promise.all(Array.from({ length: count }, () => toggle(bert, uuid)));
      expect((await shown(bert, uuid)).likedByMe).toBe(
        count % 2 === 0 ? before.likedByMe : !before.likedByMe,
      );
    }
  });

  it('never count a person twice, whatever the order of the requests', async () => {
    const people = [anna, bert, await app.participant('Chloé'), await app.participant('Dirk')];
    const step = fc.tuple(fc.nat(people.length - 1), fc.option(fc.boolean(), { nil: undefined }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { maxLength: 4 }),
        async (rounds) => {
          const uuid = await activity();
          for (const round of rounds) {
            await Promise.all(round.map(([who, wish]) => toggle(people[who] as Person, uuid, wish)));
            const list = await listed(anna, uuid);
            const addresses = list['hydra:member'].map(({ person }) => person['@id']);
            expect(new Set(addresses).size).toBe(addresses.length);
            for (const person of people)
              expect(await shown(person, uuid)).toEqual({
                amountOfLikes: addresses.length,
                likedByMe: addresses.includes(person.iri),
              });
            expect(list['hydra:totalItems']).toBe(addresses.length);
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  it('are removed without server errors if the activity is deleted at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const uuid = await activity();
      const answers = await Promise.all([
        ...[1, 2, 3].map(() =>
          bert.send({ method: 'POST', url: `/club/platform/api/activities/${uuid}/toggleLike?liked=true` }),
        ),
        anna.send({ method: 'DELETE', url: `/club/platform/api/activities/${uuid}` }),
      ]);
      for (const { statusCode } of answers) expect([200, 204, 404]).toContain(statusCode);
      expect((await bert.refused(activities.one, { params: { uuid } })).status).toBe(404);
    }
    const orphans = await app.database.db
      .selectFrom('activity_likes')
      .leftJoin('activities', 'activities.id', 'activity_id')
      .where('activities.id', 'is', null)
      .selectAll('activity_likes')
      .execute();
    expect(orphans).toEqual([]);
  });
});

describe('the likes list', () => {
  // spec: call GET {activity}/likes, state paging
  it('shows the latest like first, and each person once even if likes are added between two pages', async () => {
    const uuid = await activity();
    const names = Array.from({ length: 45 }, (_, position) => `Person ${String(position).padStart(2, '0')}`);
    for (const name of names.slice(0, 44)) await toggle(await app.participant(name), uuid);
    const latecomer = await app.participant('Latecomer');
    const seen: string[] = [];
    let next: string | undefined = `/club/platform/api/activities/${uuid}/likes`;
    while (next) {
      const page: { 'hydra:member': { personName: string }[]; 'hydra:view': Record<string, string> } = (
        await anna.send({ method: 'GET', url: next })
      ).json();
      seen.push(...page['hydra:member'].map(({ personName }) => personName));
      next = page['hydra:view']['hydra:next'];
      await toggle(latecomer, uuid, true);
    }
    expect(seen).toEqual(
      names
        .slice(0, 44)
        .map((name) => `${name} Dubois`)
        .reverse(),
    );
    expect((await listed(anna, uuid))['hydra:totalItems']).toBe(45);
  });

  it('shows no names or profile links of people who have hidden their name', async () => {
    const uuid = await activity();
    const shy = await app.participant('Shy');
    const nick = await app.participant('Nick');
    const change = { givenName: 'Shy', surname: 'Dubois', language: 'en' } as const;
    await shy.call(accounts.modifyData, { body: { ...change, nameShown: 'none' } });
    await nick.call(accounts.modifyData, { body: { ...change, nameShown: 'nickname', nickname: 'Flash' } });
    await toggle(shy, uuid);
    await toggle(nick, uuid);
    const { 'hydra:member': members } = await listed(bert, uuid);
    expect(members).toMatchObject([
      { personName: 'Flash', person: { '@id': nick.iri } },
      { personName: '', person: { id: 0, '@id': '/club/platform/api/person_infos/0' } },
    ]);
    expect(members[1]?.['@id']).toMatch(new RegExp(`^/club/platform/api/activities/${uuid}/likes/\\d+$`));
    expect((await listed(shy, uuid))['hydra:member'][1]).toMatchObject({
      personName: 'Shy Dubois',
      person: { '@id': shy.iri },
    });
  });
});
