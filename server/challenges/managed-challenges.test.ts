import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as activities from '../../contract/activities.ts';
import * as shownChallenges from '../../contract/challenges.ts';
import * as managed from '../../contract/managed/challenges.ts';
import * as changes from '../../contract/managed/changes.ts';
import { challengeEntry } from '../testing/managed-challenge.ts';
import { expectSumsToHold } from '../testing/sums.ts';
import { countChallenges } from '../testing/tasks.ts';
import { type Browser, type TestApp, testApp } from '../testing/test-app.ts';

const { challenges } = managed;

let app: TestApp;
let organiser: Browser;
let anna: Browser;

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
  anna = await app.participant('Anna');
  for (const [performedAt, kilometers] of [
    ['2026-10-30', 5],
    ['2026-11-02', 7],
    ['2026-11-19', 11],
  ])
    await anna.call(activities.create, {
      body: {
        performedAt,
        sport: '/platform/api/sports/1',
        amountType: 'km',
        kilometers: String(kilometers),
      } as never,
    });
});
afterAll(() => app.close());

/** Returns the challenge after its boards have been filled. */
const counted = async ({ id }: { id: number }) => {
  await countChallenges(app);
  return organiser.call(challenges.one, { params: { id } });
};
const create = async (entry: Parameters<typeof challengeEntry>[0]) =>
  counted(await organiser.call(challenges.create, { body: challengeEntry(entry) }));
const replace = async (
  { id, version }: { id: number; version: string },
  entry: Parameters<typeof challengeEntry>[0],
) =>
  counted(
    await organiser.call(challenges.replace, { params: { id }, body: { ...challengeEntry(entry), version } }),
  );
const refusal = async (entry: object) => {
  const problem = await organiser.refused(challenges.create, { body: { ...challengeEntry(), ...entry } });
  return [problem.status, problem.violations?.[0]?.propertyPath];
};
const progress = async (uuid: string) =>
  (await anna.call(shownChallenges.progress, { params: { uuid } })).progress;

describe('a challenge that an organiser creates', () => {
  it('has its texts sanitised, is shown to participants, and counts activities logged before its creation', async () => {
    const made = await create({
      uri: 'early',
      startsOn: '2026-11-01',
      description: { en: '<p onclick="x()">Run</p><script>x()</script>', fr: '', nl: '' },
    });
    expect(made).toMatchObject({
      state: 'grace',
      closesAt: '2026-11-23T23:00:00Z',
      activities: 2,
      overlaps: [],
    });
    const [shown] = (await anna.call(shownChallenges.list, { query: { uri: 'early' } }))['hydra:member'];
    expect(shown).toMatchObject({
      name: 'November',
      description: '<p>Run</p>',
      state: 'grace',
      kilometers: 1000,
    });
    expect(await progress(made.uuid)).toBe(18);
    const nl = await anna.send({
      method: 'GET',
      url: `/platform/api/challenges/${made.uuid}`,
      headers: { 'accept-language': 'nl' },
    });
    expect(nl.json().name).toBe('November');
    await expectSumsToHold(app.database.db);
    await replace(made, { uri: 'early', startsOn: '2026-11-10' });
    expect(await progress(made.uuid)).toBe(11);
    await expectSumsToHold(app.database.db);
  });

  it('counts activities on its new days after its dates change, even if they are logged at the same time', async () => {
    const made = await create({ uri: 'moving', endsOn: '2026-11-30' });
    const [, ...statuses] = await Promise.all([
      replace(made, { uri: 'moving', startsOn: '2026-10-01', endsOn: '2026-11-30' }),
      ...[1, 2, 3, 4].map((kilometers) =>
        anna.send({
          method: 'POST',
          url: activities.create.path,
          payload: {
            performedAt: '2026-10-02',
            sport: '/platform/api/sports/1',
            amountType: 'km',
            kilometers,
          },
        }),
      ),
    ]);
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
    expect(await progress(made.uuid)).toBe(5 + 7 + 11 + 10);
    await expectSumsToHold(app.database.db);
  });

  it('is rejected with a violation on the invalid field', async () => {
    await create({ uri: 'taken' });
    expect(await refusal({ uri: 'taken' })).toEqual([422, 'uri']);
    expect(await refusal({ uri: 'Grand Été' })).toEqual([422, 'uri']);
    expect(await refusal({ uri: 'a', endsOn: '2026-10-31' })).toEqual([422, 'endsOn']);
    expect(await refusal({ uri: 'a', timeZone: 'Mars/Olympus' })).toEqual([422, 'timeZone']);
    expect(await refusal({ uri: 'a', kilometers: 0 })).toEqual([422, 'kilometers']);
    expect(await refusal({ uri: 'a', graceHours: 721 })).toEqual([422, 'graceHours']);
    expect(await refusal({ uri: 'a', progressMapId: 999 })).toEqual([422, 'progressMapId']);
    expect(await refusal({ uri: 'a', type: 'abstraction' })).toEqual([422, 'abstractionConversion']);
    expect(await refusal({ uri: 'a', type: 'abstraction', abstractionConversion: 2 })).toEqual([
      422,
      'abstractionLabel.en',
    ]);
    expect(await refusal({ uri: 'a', name: { en: '', fr: '', nl: '' } })).toEqual([422, 'name.en']);
  });

  it('lists the other challenges that share days with it', async () => {
    const made = await create({ uri: 'overlapping', startsOn: '2027-03-01', endsOn: '2027-03-31' });
    expect(made).toMatchObject({ overlaps: [], state: 'coming' });
    const other = await create({ uri: 'other', startsOn: '2027-03-31', endsOn: '2027-04-10' });
    expect(other.overlaps).toEqual([{ id: made.id, name: made.name }]);
  });

  it('can be removed only if it has no activities, and its change log is kept', async () => {
    const empty = await create({ uri: 'empty', startsOn: '2027-06-01', endsOn: '2027-06-30' });
    await organiser.call(challenges.remove, {
      params: { id: empty.id },
      query: { version: empty.version },
    });
    expect((await organiser.refused(challenges.one, { params: { id: empty.id } })).status).toBe(404);
    const full = await create({ uri: 'full' });
    const problem = await organiser.refused(challenges.remove, {
      params: { id: full.id },
      query: { version: full.version },
    });
    expect(problem.status).toBe(409);
    const query = { resource: 'challenges', resourceId: String(empty.id) };
    const lines = (await organiser.call(changes.list, { query }))['hydra:member'];
    expect(lines.map(({ action }) => action)).toEqual(['remove', 'create']);
  });

  it('can be copied with the same texts, target and length but another start date', async () => {
    const model = await create({
      uri: 'model',
      startsOn: '2027-01-01',
      endsOn: '2027-01-31',
      kilometers: 77,
    });
    const next = await organiser.call(managed.clone, {
      params: { id: model.id },
      body: { uri: 'model-2', startsOn: '2027-05-03' },
    });
    expect(next).toMatchObject({
      uri: 'model-2',
      startsOn: '2027-05-03',
      endsOn: '2027-06-02',
      kilometers: 77,
      name: model.name,
      activities: 0,
    });
    const again = await organiser.refused(managed.clone, {
      params: { id: model.id },
      body: { uri: 'model-2', startsOn: '2027-05-03' },
    });
    expect(again).toMatchObject({ status: 422, violations: [{ propertyPath: 'uri' }] });
  });

  it('is hidden from participants at first if it is a copy of another challenge', async () => {
    const model = await create({ uri: 'seen', startsOn: '2027-06-01', endsOn: '2027-06-10' });
    const uris = async (query: { uri?: string }) =>
      (await anna.call(shownChallenges.list, { query }))['hydra:member'].map(({ uri }) => uri);
    const clone = (uri: string, hidden?: boolean) =>
      organiser.call(managed.clone, {
        params: { id: model.id },
        body: { uri, startsOn: '2027-07-01', ...(hidden === undefined ? {} : { hidden }) },
      });
    const next = await clone('prepared');
    expect(next.archivedAt).not.toBeNull();
    expect(await uris({})).not.toContain('prepared');
    expect(await uris({ uri: 'prepared' })).toEqual([]);
    await organiser.call(managed.archive, { params: { id: next.id }, body: { archived: false } });
    expect(await uris({})).toContain('prepared');
    expect(await uris({ uri: 'prepared' })).toEqual(['prepared']);
    expect((await clone('at-once', false)).archivedAt).toBeNull();
    await organiser.call(managed.archive, { params: { id: next.id }, body: { archived: true } });
    const query = { resource: 'challenges', resourceId: String(next.id) };
    const log = (await organiser.call(changes.list, { query }))['hydra:member'];
    expect(log.map(({ action }) => action)).toEqual(['hide', 'show', 'create']);
  });

  it('can be created hidden, and includes all earlier activities when an organiser shows it', async () => {
    const { id, uuid, isHidden } = await counted(
      await organiser.call(managed.create, {
        body: { ...challengeEntry({ uri: 'secret', endsOn: '2026-11-30' }), hidden: true },
      }),
    );
    expect(isHidden).toBe(true);
    const challenge = `/platform/api/challenges/${uuid}`;
    const found = async () => {
      const list = await anna.call(shownChallenges.list, { query: { uri: 'secret' } });
      const urls = [
        challenge,
        `/platform/api/challenge_statss/${uuid}`,
        `/platform/api/challenge_progresses/${uuid}`,
        `/platform/api/challenge_results/${uuid}`,
        `/platform/api/stats_activities?periodType=challenge&challenge=${challenge}`,
        `/platform/api/challenge_activities?challenge=${challenge}`,
      ];
      const answers = await Promise.all(urls.map((url) => anna.send({ method: 'GET', url })));
      return [list['hydra:totalItems'], ...answers.map(({ statusCode }) => statusCode)];
    };
    // The challenge is running, but hidden.
    expect(await found()).toEqual([0, 404, 404, 404, 404, 404, 404]);
    const all = await anna.call(shownChallenges.statsOfAll, {});
    await anna.call(activities.create, {
      body: {
        ...{ performedAt: '2026-11-18', sport: '/platform/api/sports/1' },
        ...{ amountType: 'km', kilometers: 3 },
      } as never,
    });
    const { activities: logged } = await organiser.call(challenges.one, { params: { id } });
    await organiser.call(managed.archive, { params: { id }, body: { archived: false } });
    // The results return 404 until they are frozen.
    expect(await found()).toEqual([1, 200, 200, 200, 404, 200, 200]);
    expect((await anna.call(shownChallenges.stats, { params: { uuid } })).activities).toBe(logged);
    expect((await anna.call(shownChallenges.statsOfAll, {})).challenges).toBe(all.challenges + 1);
    await expectSumsToHold(app.database.db);
  });

  it('gets a URI derived from its name if the organiser enters none', async () => {
    const name = { en: '', fr: 'L’Été à vélo', nl: '' };
    const days = { startsOn: '2028-01-01', endsOn: '2028-01-31' };
    const made = await create({ uri: '', name, ...days });
    expect(made.uri).toBe('l-ete-a-velo');
    expect((await replace(made, { uri: '', name, ...days, kilometers: 5 })).uri).toBe('l-ete-a-velo');
    const next = await organiser.call(managed.clone, {
      params: { id: made.id },
      body: { startsOn: '2028-03-01', name },
    });
    expect(next.uri).toBe('l-ete-a-velo-2');
    const other = await organiser.call(managed.clone, {
      params: { id: made.id },
      body: { startsOn: '2028-03-01', name: { ...name, nl: 'Lente' } },
    });
    expect(other.name).toEqual({ ...name, nl: 'Lente' });
  });

  it('is missing from participants’ lists while archived, but can still be found by its URI', async () => {
    const made = await create({ uri: 'archived', startsOn: '2025-08-01', endsOn: '2025-08-31' });
    const uris = async (query: { uri?: string }) =>
      (await anna.call(shownChallenges.list, { query }))['hydra:member'].map(({ uri }) => uri);
    const archive = (id: number, archived: boolean) =>
      organiser.call(managed.archive, { params: { id }, body: { archived } });
    expect((await archive(made.id, true)).archivedAt).not.toBeNull();
    expect(await uris({})).not.toContain('archived');
    expect(await uris({ uri: 'archived' })).toEqual(['archived']);
    await archive(made.id, false);
    expect(await uris({})).toContain('archived');
    const running = await create({ uri: 'on', endsOn: '2026-11-25' });
    const problem = await organiser.refused(managed.archive, {
      params: { id: running.id },
      body: { archived: true },
    });
    expect(problem.status).toBe(409);
  });
});

it('the state of a challenge depends on the time in the challenge’s own time zone', async () => {
  const { id, version } = await create({
    uri: 'clock',
    startsOn: '2026-12-01',
    endsOn: '2026-12-02',
    graceHours: 1,
  });
  expect(version).not.toBe('');
  const before = app.clock.now;
  const stateAt = async (now: string) => {
    app.clock.now = Temporal.Instant.from(now);
    return (await organiser.call(challenges.one, { params: { id } })).state;
  };
  expect(await stateAt('2026-11-30T22:59:59Z')).toBe('coming');
  expect(await stateAt('2026-11-30T23:00:00Z')).toBe('running');
  expect(await stateAt('2026-12-02T22:59:59Z')).toBe('running');
  expect(await stateAt('2026-12-02T23:00:00Z')).toBe('grace');
  expect(await stateAt('2026-12-03T00:00:00Z')).toBe('frozen');
  app.clock.now = before;
});
