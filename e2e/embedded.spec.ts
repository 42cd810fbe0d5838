import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess } from '../server/testing/server-process.ts';
import { expect, languageOf, password, signIn, test, text } from './journey.ts';

const language = languageOf(import.meta.filename);
const t = (key: string) => text(language, 'activities', key);

test(`the embedded engine keeps a logged activity when the server is killed, in ${language}`, async ({
  page,
}) => {
  // The server starts twice, and its first start creates the demo company.
  test.setTimeout(240_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'challenge-embedded-'));
  const settings = { DATA_DIR: dataDir, DEMO_PASSWORD: password };
  const first = await startServerProcess(settings);
  await page.goto(first.address);
  await signIn(page, 'participant@example.com');
  await page.request.get(`${first.address}/global-challenge-language-switch?locale=${language}`);
  await page.goto(`${first.address}/my-activities/add`);
  await page.getByLabel(t('form.info')).fill('Before the power cut');
  await page.getByLabel(t('form.time')).fill('00:45:00');
  await page.getByRole('button', { name: t('add.submit') }).click();
  await expect(page.getByRole('article').filter({ hasText: 'Before the power cut' })).toBeVisible();
  await page.goto('about:blank');
  await first.end('SIGKILL');

  const second = await startServerProcess(settings);
  await page.goto(`${second.address}/my-activities`);
  await expect(page.getByRole('article').filter({ hasText: 'Before the power cut' })).toHaveCount(1);
  await page.goto('about:blank');
  await second.end('SIGTERM');
  await rm(dataDir, { recursive: true });
});
