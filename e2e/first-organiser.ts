import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { codeAt } from '../server/testing/authenticator.ts';
import type { ServerProcess } from '../server/testing/server-process.ts';
import { type Language, password, text } from './fixtures.ts';

/**
 * Creates the first organiser's account with the link that the server printed, and sets up the second factor. The page
 * then shows the recovery codes.
 */
export async function createFirstOrganiser(
  page: Page,
  { address, printed }: ServerProcess,
  language: Language,
): Promise<void> {
  const t = (namespace: string, key: string) => text(language, namespace, key);
  const [path = ''] = printed().match(/\/first-organiser\/[\w-]{43}/) ?? [];
  await page.request.get(`${address}/global-challenge-language-switch?locale=${language}`);
  await page.goto(address + path);
  const input = (key: string) => page.getByLabel(t('accounts', `signUp.${key}`), { exact: true });
  await input('givenName').fill('Amina');
  await input('surname').fill('De Smet');
  await input('email').fill('amina@example.com');
  await input('password').fill(password);
  await page.getByRole('button', { name: t('first-organiser', 'send') }).click();
  await page.getByLabel(t('second-factor', 'password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('second-factor', 'start.send') }).click();
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  const code = await codeAt(secret, Temporal.Now.instant());
  await page.getByLabel(t('second-factor', 'scan.code'), { exact: true }).fill(code);
  await page.getByRole('button', { name: t('second-factor', 'scan.send') }).click();
}
