import { afterAll, beforeAll, expect, it } from 'vitest';
import * as checklist from '../../../contract/managed/checklist.ts';
import { startHeartbeat } from '../../management/tasks/heartbeat.ts';
import { type Browser, type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
let organiser: Browser;

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
});
afterAll(() => app.close());

const jobs = async () => (await organiser.call(checklist.read, {})).jobs;
const later = (minutes: number) => {
  app.clock.now = app.clock.now.add({ minutes });
};

it('warns organisers that the job process has stopped, but not during the first minutes', async () => {
  expect(await jobs()).toEqual({ seenAt: null, areGone: false });
  later(4);
  expect(await jobs()).toEqual({ seenAt: null, areGone: true });
  const seenAt = app.clock.now.toString();
  const heartbeat = await startHeartbeat(
    app.database.db,
    () => app.clock.now,
    (error) => expect.unreachable(String(error)),
  );
  heartbeat.stop();
  expect(await jobs()).toEqual({ seenAt, areGone: false });
  later(2);
  expect([heartbeat.isBeating(), (await jobs()).areGone]).toEqual([true, false]);
  later(2);
  expect([heartbeat.isBeating(), await jobs()]).toEqual([false, { seenAt, areGone: true }]);
});
