import { request } from '@playwright/test';
import { arrive, expect, expectGoodPage, languageOf, password, test, text } from './fixtures.ts';

const language = languageOf(import.meta.filename);
const t = (key: string) => text(language, 'security', key);

test(`a person sees and ends their sessions, and changes their password, in ${language}`, async ({
  page,
  baseURL,
}) => {
  const { email } = await arrive(page, language);
  const elsewhere = await request.newContext({
    baseURL: baseURL as string,
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  });
  const signInElsewhere = (typed: string) =>
    elsewhere.post('./global-challenge-login', { data: { username: email, password: typed } });
  const me = async () => (await elsewhere.get('./platform/api/person_infos/me')).status();
  expect((await signInElsewhere(password)).status()).toBe(200);

  await page.goto('./my-profile');
  await page.getByRole('link', { name: text(language, 'people', 'mine.settings') }).click();
  await page.getByRole('link', { name: text(language, 'people', 'mine.security') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('title') })).toBeVisible();
  const sessions = page.getByRole('list', { name: t('sessions.title') }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText(t('sessions.current'));
  await expect(sessions.last()).toContainText('Firefox · Windows');
  await expectGoodPage(page);
  await sessions.last().getByRole('button').click();
  await expect(sessions).toHaveCount(1);
  expect(await me()).toBe(401);

  expect((await signInElsewhere(password)).status()).toBe(200);
  await page.reload();
  await expect(sessions).toHaveCount(2);
  await page.getByRole('button', { name: t('sessions.endOthers') }).click();
  await expect(page.getByText(t('sessions.othersEnded'))).toBeVisible();
  await expect(sessions).toHaveCount(1);
  expect(await me()).toBe(401);

  expect((await signInElsewhere(password)).status()).toBe(200);
  const changed = 'another long password';
  await page.getByLabel(t('password.current'), { exact: true }).fill(password);
  await page.getByLabel(t('password.new'), { exact: true }).fill(changed);
  await page.getByRole('button', { name: t('password.send') }).click();
  await expect(page.getByText(text(language, 'passwords', 'change.done'))).toBeVisible();
  await expect(page.getByLabel(t('password.current'), { exact: true })).toHaveValue('');
  await expectGoodPage(page);
  expect(await me()).toBe(401);
  expect((await signInElsewhere(password)).status()).toBe(401);
  expect((await signInElsewhere(changed)).status()).toBe(200);
  await elsewhere.dispose();
  // The person who changed the password is still signed in.
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: t('title') })).toBeVisible();
});
