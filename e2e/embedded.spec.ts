import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../scripts/free-port.ts';
import { expect, languageOf, password, signIn, test, text } from './fixtures.ts';
import { startServer } from './server.ts';

const language = languageOf(import.meta.filename);
const t = (key: string) => text(language, 'activities', key);
const sandbox = (key: string) => text(language, 'sandbox', key);
// The pages of the simulated services are in the language of the browser.
test.use({ locale: language });
const decimal = language === 'en' ? '.' : ',';

/** The public address, to which services send the browser back. */
const addressOf = ({ address }: { address: string }) => address.replace('127.0.0.1', 'localhost');

test(`the embedded engine keeps activities and connected accounts when the server is killed, in ${language}`, async ({
  page,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'challenge-embedded-'));
  const settings = { DATA_DIR: dataDir, DEMO_PASSWORD: password, PORT: String(await freePort()) };
  const first = await startServer(settings);
  await page.goto(addressOf(first));
  await signIn(page, 'participant@example.com');
  await page.request.get(`${addressOf(first)}/global-challenge-language-switch?locale=${language}`);
  await page.goto(`${addressOf(first)}/my-activities/add`);
  await page.getByLabel(t('form.info')).fill('Before the power cut');
  await page.getByLabel(t('form.time')).fill('00:45:00');
  await page.getByRole('button', { name: t('add.submit') }).click();
  await expect(page.getByRole('article').filter({ hasText: 'Before the power cut' })).toBeVisible();
  await page.goto(`${addressOf(first)}/strava/connect`);
  await page.getByLabel('Robin', { exact: true }).check();
  await page.getByRole('button', { name: sandbox('consent.allow') }).click();
  await expect(
    page.getByText(text(language, 'couplings', 'coupled').split('{{')[0] as string).first(),
  ).toBeVisible();
  await page.goto('about:blank');
  await first.end('SIGKILL');

  const second = await startServer(settings);
  await page.goto(`${addressOf(second)}/my-activities`);
  await expect(page.getByRole('article').filter({ hasText: 'Before the power cut' })).toHaveCount(1);
  // The person records a workout at the service, which is still connected.
  await page.goto(`${addressOf(second)}/sandbox/strava/`);
  await page.getByRole('link', { name: 'Robin' }).click();
  const form = page.locator('form').first();
  const start = new Date(Date.now() - 3 * 60 * 60 * 1000);
  await form.getByLabel(sandbox('workout.start')).fill(start.toISOString().slice(0, 16));
  await form.getByLabel(sandbox('workout.minutes')).fill('40');
  await form.getByLabel(sandbox('workout.kilometres')).fill('7.77');
  await form.getByRole('button', { name: sandbox('workout.record') }).click();
  await expect(async () => {
    await page.goto(`${addressOf(second)}/my-activities`);
    await expect(page.getByRole('article').filter({ hasText: `7${decimal}77` })).toBeVisible({
      timeout: 3000,
    });
  }).toPass({ timeout: 60_000 });
  await page.goto('about:blank');
  await second.end('SIGTERM');
  await rm(dataDir, { recursive: true });
});
