import { afterAll, beforeAll, expect, it } from 'vitest';
import * as activities from '../../contract/activities.ts';
import { running, type TestApp, testApp } from '../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('lists only the signed-in person’s daily kilometres for the past few weeks, newest first', async () => {
  const anna = await app.participant('Anna');
  const bert = await app.participant('Bert');
  const daysAgo = (days: number) =>
    new Date(app.clock.now.epochMilliseconds - days * 86_400_000).toISOString().slice(0, 10);
  const log = (days: number, kilometers: number) =>
    anna.call(activities.create, {
      body: { performedAt: daysAgo(days), sport: running, amountType: 'km', kilometers },
    });
  for (const [days, kilometers] of [
    [1, 3.25],
    [1, 2],
    [30, 10],
    [60, 42],
  ] as const)
    await log(days, kilometers);
  const days = async (person: typeof anna) =>
    (await person.call(activities.ownDays, {}))['hydra:member'].map(({ day, kilometers }) => [
      day,
      kilometers,
    ]);
  expect(await days(anna)).toEqual([
    [daysAgo(1), 5.25],
    [daysAgo(30), 10],
  ]);
  expect(await days(bert)).toEqual([]);
});
