import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { gpxFile } from '../server/testing/workout-files.ts';
import { emptyDatabase } from './engine.ts';
import { createFirstOrganiser } from './first-organiser.ts';
import { expect, managed, password, takePicture, test, waitUntilIdle } from './fixtures.ts';
import { startServer } from './server.ts';

const m = (key: string) => managed('en', key);
const yesterday = Temporal.Now.plainDateISO('Europe/Brussels').subtract({ days: 1 }).toString();
const title = 'Dawn intervals';

/** Sends a request that must succeed, and returns the response. */
async function send(page: Page, url: string, data: object): Promise<{ '@id': string }> {
  const answer = await page.request.post(url, { data });
  expect([url, answer.status()]).toEqual([url, 201]);
  return answer.json();
}

test('in employer-blind mode, a person sees their own workout, and organisers see only its day and kilometres', async ({
  page,
  browser,
  refusals,
}) => {
  for (const status of [401, 403, 404]) refusals.add(status);
  const settings = { DEMO: 'off', DETAILS_KEY: 'a key of 32 characters for a test' };
  const server = await startServer({ ...(await emptyDatabase()), ...settings });
  const api = `${server.address}/platform/api`;
  await createFirstOrganiser(page, server, 'en');
  await expect(page.getByRole('link', { name: /organiser/i })).toBeVisible();
  await send(page, `${api}/management/sports/usual`, { names: ['running'] });
  await send(page, `${api}/management/guest-codes`, { code: 'WELCOME' });

  const context = await browser.newContext({ locale: 'en-GB', baseURL: server.address });
  const anna = await context.newPage();
  const account = { givenName: 'Anna', surname: 'Peeters', email: 'anna@example.com', language: 'en' };
  await send(anna, `${api}/sign_up_requests`, { ...account, password, guestCode: 'WELCOME' });
  await anna.request.post(`${server.address}/global-challenge-login`, {
    data: { username: account.email, password },
  });
  const buffer = gpxFile(
    { start: `${yesterday}T05:31:00Z`, minutes: 40, step: 100 },
    { type: 'running', name: title },
  );
  const file = { name: 'dawn.gpx', mimeType: 'application/gpx+xml', buffer };
  const saved = await anna.request.post(`${api}/workout_files?save=true`, { multipart: { file } });
  expect(saved.status()).toBe(200);
  await anna.goto('/my-activities');
  await expect(anna.getByRole('article').filter({ hasText: title })).toBeVisible();
  await takePicture(anna, 'employer-blind-own');

  // On a new platform, organisers must give a reason before they see activities.
  const people = await (await page.request.get(`${api}/management/people`)).json();
  const [person] = people['hydra:member'].filter(({ email }: { email: string }) => email === account.email);
  const lookUp = { personId: person.id, day: yesterday, reason: 'She asked for it' };
  await send(page, `${api}/management/activity-look-ups`, lookUp);
  await page.goto(`${server.address}/dashboard/activities`);
  const row = page.getByRole('row').filter({ hasText: 'Anna Peeters' });
  await expect(row).toContainText(m('app.sources.hidden'));
  await waitUntilIdle(page);
  await takePicture(page, 'employer-blind-activities');
  await row.click();
  await expect(page.getByText(m('app.activity.hidden'))).toBeVisible();
  await waitUntilIdle(page);
  await takePicture(page, 'employer-blind-activity');
  await expect(page.getByText(title)).toHaveCount(0);
  const seen = JSON.stringify(await (await page.request.get(`${api}/management/activities`)).json());
  expect(seen).toContain('Peeters');
  for (const secret of [title, '05:31', 'dawn.gpx']) expect(seen).not.toContain(secret);
  await context.close();
  await server.end('SIGTERM');
});
