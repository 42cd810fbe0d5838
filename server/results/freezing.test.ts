import { createHash } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as accounts from '../../contract/accounts.ts';
import * as activities from '../../contract/activities.ts';
import { stats } from '../../contract/challenges.ts';
import * as managed from '../../contract/managed/challenges.ts';
import * as changes from '../../contract/managed/changes.ts';
import * as people from '../../contract/people.ts';
import * as rankings from '../../contract/rankings.ts';
import * as results from '../../contract/results.ts';
import { changeSportRule } from '../activities/counting/sport-changes.ts';
import { rebuildStandings } from '../rankings/rebuild.ts';
import { untilWaiting } from '../testing/concurrently.ts';
import { challengeEntry } from '../testing/managed-challenge.ts';
import { countChallenges, doTask, finishTask, requestTask } from '../testing/tasks.ts';
import { type Browser, type TestApp, testApp } from '../testing/test-app.ts';
import { canonicalJson } from './canonical-json.ts';
import { enqueueDueFreezes } from './freezing.ts';

const { challenges } = managed;
const noon = Temporal.Instant.from('2026-11-21T11:00:00Z');

let app: TestApp;
let organiser: Browser;
let anna: Browser & { iri: string };
let bo: Browser & { iri: string };
let number = 0;

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
  anna = await app.participant('Anna');
  bo = await app.participant('=Bo');
  await log(anna, '2026-11-02', 7.5);
  await log(bo, '2026-11-03', 7.5);
});
beforeEach(() => {
  app.clock.now = noon;
});
afterAll(() => app.close());

const log = (person: Browser, performedAt: string, kilometers: number) =>
  person.send({
    method: 'POST',
    url: activities.create.path,
    payload: { performedAt, sport: '/platform/api/sports/1', amountType: 'km', kilometers },
  });
/** Logs an activity of 5 November; on a busy machine, tries again after a 503, as the apps do. */
const logInTheEnd = async (person: Browser): Promise<number> => {
  const { statusCode } = await log(person, '2026-11-05', 1);
  return statusCode === 503 ? logInTheEnd(person) : statusCode;
};
const create = async (changed: Parameters<typeof challengeEntry>[0] = {}) => {
  number += 1;
  const { id } = await organiser.call(challenges.create, {
    body: challengeEntry({ uri: `challenge-${number}`, ...changed }),
  });
  await countChallenges(app);
  return organiser.call(challenges.one, { params: { id } });
};
const freeze = async ({ id }: { id: number }) => {
  const task = await organiser.call(managed.freeze, { params: { id } });
  await finishTask(app, task.id);
  return organiser.call(challenges.one, { params: { id } });
};
const download = async ({ id }: { id: number }, what: 'json' | 'zip' = 'json') => {
  const url = `/platform/api/management/challenges/${id}/results.${what}`;
  return (await organiser.send({ method: 'GET', url })).rawPayload;
};
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const board = async (uuid: string) => {
  const query = { periodType: 'challenge', challenge: `/platform/api/challenges/${uuid}` } as const;
  const { 'hydra:member': members } = await anna.call(rankings.list, { query });
  return members.map(({ rank, performer, kilometers }) => [rank, performer.givenName, kilometers]);
};

describe('freezing the results of a challenge', () => {
  it('is rejected with 409 if the challenge is still running or already frozen', async () => {
    const running = await create({ endsOn: '2026-11-21' });
    expect((await organiser.refused(managed.freeze, { params: { id: running.id } })).status).toBe(409);
    const over = await create();
    await freeze(over);
    expect((await organiser.refused(managed.freeze, { params: { id: over.id } })).status).toBe(409);
  });

  it('does not prevent organisers from removing a challenge without activities', async () => {
    const empty = await freeze(await create({ startsOn: '2025-11-01', endsOn: '2025-11-20', graceHours: 0 }));
    const { version } = empty;
    await organiser.call(challenges.remove, { params: { id: empty.id }, query: { version } });
    expect((await organiser.refused(challenges.one, { params: { id: empty.id } })).status).toBe(404);
  });

  it('stores the boards in a file, whose hash participants can see and anybody can recompute', async () => {
    const over = await create();
    expect((await anna.refused(results.one, { params: { uuid: over.uuid } })).status).toBe(404);
    const frozen = await freeze(over);
    expect(frozen.state).toBe('frozen');
    const file = await download(over);
    expect(sha256(file)).toBe(frozen.sha256);
    const text = file.toString('utf8');
    expect(canonicalJson(JSON.parse(text))).toBe(text);
    expect(await anna.call(results.one, { params: { uuid: over.uuid } })).toMatchObject({
      sha256: frozen.sha256,
      bytes: file.length,
      frozenAt: '2026-11-21T11:00:00Z',
    });
    expect(JSON.parse(text)).toMatchObject({
      challenge: { uuid: over.uuid, startsOn: '2026-11-01', endsOn: '2026-11-20' },
      people: {
        all: [
          { person: 1, rank: 1, metres: 7500, activities: 1 },
          { person: 2, rank: 1, metres: 7500, activities: 1 },
        ],
        cycling: [],
      },
    });
    expect(text).not.toContain('Anna');
    const query = { resource: 'challenges', resourceId: String(over.id), action: 'freeze' };
    const [line] = (await organiser.call(changes.list, { query }))['hydra:member'];
    expect(line).toMatchObject({ actor: 'Organiser Dubois', after: { sha256: frozen.sha256 } });
  });

  it('protects the boards from later activities, rule changes, rebuilds and date changes', async () => {
    const over = await create();
    await freeze(over);
    const before = await board(over.uuid);
    expect(await log(anna, '2026-11-04', 3)).toMatchObject({ statusCode: 201 });
    const rule = { kmFactor: 9, kmPerHour: 10, metresPerStep: 0.7, dailyCapKm: null };
    await doTask(app, (tx, ask, decision) => changeSportRule(tx, ask, 1, rule, decision));
    await rebuildStandings(app.database.db, app.clock.now, { includingClosed: true });
    expect(await board(over.uuid)).toEqual(before);
    const changed = await organiser.call(challenges.one, { params: { id: over.id } });
    const problem = await organiser.refused(challenges.replace, {
      params: { id: over.id },
      body: { ...challengeEntry({ uri: changed.uri, endsOn: '2026-11-19' }), version: changed.version },
    });
    expect(problem.status).toBe(409);
    const renamed = await organiser.call(challenges.replace, {
      params: { id: over.id },
      body: {
        ...challengeEntry({ uri: changed.uri, name: { en: 'Renamed', fr: '', nl: '' } }),
        version: changed.version,
      },
    });
    expect(renamed.name.en).toBe('Renamed');
    expect(await board(over.uuid)).toEqual(before);
    await doTask(app, (tx, ask, decision) => changeSportRule(tx, ask, 1, { ...rule, kmFactor: 1 }, decision));
  });

  it('preserves the number of participants, even if more people sign up later', async () => {
    const over = await create();
    await freeze(over);
    const registered = async () =>
      (await anna.call(stats, { params: { uuid: over.uuid } })).totalRegisteredPersons;
    const before = await registered();
    // These people signed up after the last day, but logged activities for the challenge.
    expect(before).toBeGreaterThanOrEqual(1);
    app.clock.now = Temporal.Instant.from('2026-11-20T11:00:00Z');
    await app.participant('Counted later');
    expect(await registered()).toBe(before);
  });

  it('stores exactly what the boards contain, even if people log activities at the same time', async () => {
    const over = await create();
    const task = await organiser.call(managed.freeze, { params: { id: over.id } });
    const logging = Array.from({ length: 12 }, (_, index) => logInTheEnd(index % 2 ? anna : bo));
    const [, ...statuses] = await Promise.all([finishTask(app, task.id), ...logging]);
    for (const status of statuses) expect(status).toBe(201);
    const { people: boards } = JSON.parse((await download(over)).toString('utf8'));
    const rows = await app.database.db
      .selectFrom('standings')
      .select(['metres', 'activities'])
      .where('board', '=', `challenge:${over.id}`)
      .where('sport', '=', 'all')
      .orderBy('metres', 'desc')
      .execute();
    const amounts = ({ metres, activities: count }: { metres: number; activities: number }) => [
      metres,
      count,
    ];
    expect(boards.all.map(amounts).sort()).toEqual(rows.map(amounts).sort());
  });

  it('waits until a recount of a sport has finished', async () => {
    const over = await create();
    const rule = { kmFactor: 1, kmPerHour: 11, metresPerStep: 0.7, dailyCapKm: null };
    const recount = await requestTask(app, (tx, ask, decision) =>
      changeSportRule(tx, ask, 1, rule, decision),
    );
    const task = await organiser.call(managed.freeze, { params: { id: over.id } });
    await expect(finishTask(app, task.id)).rejects.toThrow('recounted');
    await finishTask(app, recount);
    await finishTask(app, task.id);
    expect((await organiser.call(challenges.one, { params: { id: over.id } })).state).toBe('frozen');
  });

  it('happens automatically, and only once, when the grace period ends', async () => {
    const over = await create({ graceHours: 1 });
    await enqueueDueFreezes(app.database.db, app.queue, app.clock.now);
    await enqueueDueFreezes(app.database.db, app.queue, app.clock.now);
    const tasks = await app.database.db
      .selectFrom('tasks')
      .select('id')
      .where('kind', '=', 'freeze-challenge')
      .where('state', '=', 'waiting')
      .execute();
    expect(tasks).toHaveLength(1);
    for (const { id } of tasks) await finishTask(app, id);
    const found = await organiser.call(challenges.one, { params: { id: over.id } });
    expect(found.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('does not start again if another process has just frozen the results', async () => {
    const over = await create({ graceHours: 1 });
    const { database, queue, clock } = app;
    const locked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const other = database.db.transaction().execute(async (tx) => {
      await sql`lock table tasks in access exclusive mode`.execute(tx);
      locked.resolve();
      await released.promise;
      await tx
        .updateTable('challenges')
        .set({ frozen_at: clock.now.toString() as never })
        .where('id', '=', over.id)
        .execute();
    });
    await locked.promise;
    const enqueueing = enqueueDueFreezes(database.db, queue, clock.now);
    await untilWaiting(database, 1);
    released.resolve();
    await Promise.all([other, enqueueing]);
    const tasks = await database.db.selectFrom('tasks').select('id').where('state', '=', 'waiting').execute();
    expect(tasks).toEqual([]);
  });
});

describe('the frozen boards', () => {
  const csvOf = async (over: { id: number }) => {
    const files = unzipSync(new Uint8Array(await download(over, 'zip')));
    expect(Object.keys(files)).toContain('people-cycling.csv');
    return strFromU8(files['people-overall.csv'] as Uint8Array);
  };

  it('can be downloaded as CSV without spreadsheet formulas, together with the hashed file', async () => {
    const over = await create();
    const { sha256: hash } = await freeze(over);
    const files = unzipSync(new Uint8Array(await download(over, 'zip')));
    expect(sha256(files['results.json'] as Uint8Array)).toBe(hash);
    expect(strFromU8(files['README.txt'] as Uint8Array)).toContain(hash as string);
    const csv = await csvOf(over);
    expect(csv).toContain('Place,First name,Last name,Kilometres,Activities,ID');
    expect(csv).toContain("'=Bo");
  });

  it('show names as they were when the results were frozen, unless people have since hidden their name or been deleted', async () => {
    const eve = await app.participant('Eve');
    const kim = await app.participant('Kim');
    await log(eve, '2026-11-02', 50);
    await log(kim, '2026-11-02', 60);
    const over = await create();
    const { sha256: hash } = await freeze(over);
    const rename = (person: Browser, changed: object) =>
      person.call(accounts.modifyData, {
        body: { givenName: 'Renamed', surname: 'Dubois', language: 'en', ...changed } as never,
      });
    await rename(anna, {});
    await rename(kim, { nameShown: 'none' });
    const csv = await csvOf(over);
    expect(csv).toContain('Anna');
    expect(csv).not.toContain('Kim');
    const { id } = await eve.call(people.me, {});
    await eve.send({ method: 'POST', url: accounts.deleteAccount.path, payload: { profileId: id } });
    const after = await csvOf(over);
    expect(after).not.toContain('Eve');
    expect(after).toContain('Not named');
    expect(sha256(await download(over))).toBe(hash);
    const left = await app.database.db
      .selectFrom('challenge_result_people')
      .select('given_name')
      .where('given_name', '=', 'Eve')
      .execute();
    expect(left).toEqual([]);
  });
});
