import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import * as activities from '../../contract/activities.ts';
import * as shownChallenges from '../../contract/challenges.ts';
import * as managed from '../../contract/managed/challenges.ts';
import * as changes from '../../contract/managed/changes.ts';
import * as results from '../../contract/results.ts';
import { challengeEntry } from '../testing/managed-challenge.ts';
import { expectSumsToHold } from '../testing/sums.ts';
import { countChallenges, finishTask } from '../testing/tasks.ts';
import { type Browser, running, type TestApp, testApp } from '../testing/test-app.ts';
import { enqueueDueFreezes } from './freezing.ts';

const { challenges } = managed;
const begin = Temporal.Instant.from('2026-11-16T11:00:00Z');

let app: TestApp;
let organiser: Browser;
let anna: Browser;

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
  anna = await app.participant('Anna');
});
beforeEach(() => {
  app.clock.now = begin;
});
afterAll(() => app.close());

const later = (hours: number) => {
  app.clock.now = app.clock.now.add({ hours });
};
const log = (performedAt: string, kilometers: number) =>
  anna.call(activities.create, { body: { performedAt, sport: running, amountType: 'km', kilometers } });
const read = (id: number) => organiser.call(challenges.one, { params: { id } });
const create = async (changed: Parameters<typeof challengeEntry>[0]) => {
  const { id } = await organiser.call(challenges.create, { body: challengeEntry(changed) });
  await countChallenges(app);
  return read(id);
};
const replace = async (id: number, changed: Parameters<typeof challengeEntry>[0]) => {
  const { version } = await read(id);
  await organiser.call(challenges.replace, { params: { id }, body: { ...challengeEntry(changed), version } });
  await countChallenges(app);
  return read(id);
};
/** Freezes all results that are due, as the job process does. */
const freezeDue = async () => {
  await enqueueDueFreezes(app.database.db, app.queue, app.clock.now);
  const waiting = await app.database.db
    .selectFrom('tasks')
    .select('id')
    .where('kind', '=', 'freeze-challenge')
    .where('state', '=', 'waiting')
    .execute();
  for (const { id } of waiting) await finishTask(app, id);
};
const reopen = async (id: number, reason = 'The last day was typed wrong.') => {
  await organiser.call(managed.reopen, { params: { id }, body: { reason } });
  await countChallenges(app);
  return read(id);
};
const progress = async (uuid: string) =>
  (await anna.call(shownChallenges.progress, { params: { uuid } })).progress;

it('tells organisers how many activities a challenge would have with other dates', async () => {
  await log('2026-11-02', 2);
  await log('2026-11-05', 3);
  await log('2026-11-15', 5);
  const made = await create({ uri: 'asked', endsOn: '2026-11-30' });
  const days = (startsOn: string, endsOn: string) =>
    organiser.call(managed.days, { params: { id: made.id }, query: { startsOn, endsOn } });
  expect(await days('2026-11-01', '2026-11-10')).toMatchObject({ activitiesNow: 3, activitiesThen: 2 });
  expect(await days('2025-11-01', '2025-11-30')).toMatchObject({ activitiesNow: 3, activitiesThen: 0 });
  expect(await days('2026-11-30', '2026-11-01')).toMatchObject({ activitiesNow: 3, activitiesThen: 0 });
  expect((await read(made.id)).activities).toBe(3);
});

it('tells organisers when the results would be frozen with other dates', async () => {
  const made = await create({ uri: 'freezes', endsOn: '2026-11-30' });
  const closesAt = async (endsOn: string, graceHours?: number) => {
    const query = { startsOn: '2026-11-01', endsOn, ...(graceHours === undefined ? {} : { graceHours }) };
    return (await organiser.call(managed.days, { params: { id: made.id }, query })).closesAt;
  };
  const { graceHours } = made;
  const from = Temporal.Instant.from('2026-12-20T23:00:00Z');
  expect(await closesAt('2026-12-20')).toBe(from.add({ hours: graceHours }).toString());
  expect(await closesAt('2026-12-20', 5)).toBe(from.add({ hours: 5 }).toString());
  // If the new last day is in the past, organisers still have time to correct it.
  const body = { ...made, endsOn: '2026-11-03' };
  const closing = await closesAt('2026-11-03');
  expect((await organiser.call(managed.challenges.replace, { params: { id: made.id }, body })).closesAt).toBe(
    closing,
  );
});

it('gives organisers a new grace period to correct a last day that they have set to a past date by mistake', async () => {
  const made = await create({ uri: 'typed', endsOn: '2026-11-30' });
  const counted = made.activities;
  const typo = await replace(made.id, { uri: 'typed', startsOn: '2025-11-01', endsOn: '2025-11-30' });
  expect(typo).toMatchObject({ state: 'grace', activities: 0, closesAt: '2026-11-19T11:00:00Z' });
  later(71);
  await freezeDue();
  const mended = await replace(made.id, { uri: 'typed', endsOn: '2026-11-30' });
  expect(mended).toMatchObject({ state: 'running', frozenAt: null, activities: counted });
  expect(mended.closesAt).toBe('2026-12-03T23:00:00Z');
  await expectSumsToHold(app.database.db);
});

it('does not freeze results if the dates were corrected before the task ran', async () => {
  const made = await create({ uri: 'raced', endsOn: '2026-11-10', graceHours: 1 });
  await enqueueDueFreezes(app.database.db, app.queue, app.clock.now);
  await replace(made.id, { uri: 'raced', endsOn: '2026-11-12', graceHours: 48 });
  await freezeDue();
  expect(await read(made.id)).toMatchObject({ frozenAt: null, state: 'grace' });
});

it('counts activities logged after the grace period if new dates reopen the challenge', async () => {
  const made = await create({ uri: 'closed', endsOn: '2026-11-14', graceHours: 1 });
  expect(made.state).toBe('frozen');
  const before = made.activities;
  await log('2026-11-03', 1);
  expect((await read(made.id)).activities).toBe(before);
  expect((await replace(made.id, { uri: 'closed', endsOn: '2026-11-14', graceHours: 48 })).activities).toBe(
    before + 1,
  );
  await expectSumsToHold(app.database.db);
});

it('requires a reason to reopen frozen results, recounts them, and freezes them again later', async () => {
  const made = await create({ uri: 'reopened', startsOn: '2026-11-01', endsOn: '2026-11-10', graceHours: 0 });
  await freezeDue();
  const frozen = await read(made.id);
  expect(frozen).toMatchObject({ state: 'frozen', reopenedAt: null });
  await log('2026-11-09', 7);
  const kilometres = await progress(made.uuid);
  for (const reason of ['', '   '])
    expect(
      (await organiser.refused(managed.reopen, { params: { id: made.id }, body: { reason } })).status,
    ).toBe(422);
  later(1);
  const opened = await reopen(made.id);
  expect(opened).toMatchObject({ state: 'grace', frozenAt: null, sha256: null });
  expect(opened).toMatchObject({ reopenedAt: '2026-11-16T12:00:00Z', closesAt: '2026-11-17T12:00:00Z' });
  expect(await progress(made.uuid)).toBe(kilometres + 7);
  expect((await anna.refused(results.one, { params: { uuid: made.uuid } })).status).toBe(404);
  const shown = await anna.call(shownChallenges.one, { params: { uuid: made.uuid } });
  expect(shown).toMatchObject({ reopenedAt: '2026-11-16T12:00:00Z', state: 'grace' });
  const twice = { params: { id: made.id }, body: { reason: 'Once more' } };
  expect((await organiser.refused(managed.reopen, twice)).status).toBe(409);
  const query = { resource: 'challenges', resourceId: String(made.id), action: 'reopen' };
  const [line] = (await organiser.call(changes.list, { query }))['hydra:member'];
  expect(line).toMatchObject({
    reason: 'The last day was typed wrong.',
    before: { sha256: frozen.sha256 },
    after: { sha256: null },
  });

  await replace(made.id, { uri: 'reopened', endsOn: '2026-11-12', graceHours: 0 });
  await freezeDue();
  expect((await read(made.id)).frozenAt).toBeNull();
  later(24);
  await freezeDue();
  const again = await read(made.id);
  expect(again.sha256).not.toBe(frozen.sha256);
  expect(await anna.call(results.one, { params: { uuid: made.uuid } })).toMatchObject({
    sha256: again.sha256,
    frozenAt: '2026-11-17T12:00:00Z',
  });
  await expectSumsToHold(app.database.db);
});
