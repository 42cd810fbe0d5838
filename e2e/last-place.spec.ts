import { randomUUID } from 'node:crypto';
import { demoDatabase } from './engine.ts';
import { expect, languageOf, test, text } from './fixtures.ts';
import { startServer } from './server.ts';

const language = languageOf(import.meta.filename);
test(`only one person signs up when two use the last place of a guest code at the same time, in ${language}`, async ({
  page,
  browser,
  refusals,
}) => {
  refusals.add(422);
  const server = await startServer(
    await demoDatabase({ defaultLanguage: language }, async (db) => {
      const code = { code: 'LAST', normalised_code: 'LAST', maximum_uses: 1 };
      await db.insertInto('guest_codes').values(code).execute();
    }),
  );
  const t = (key: string) => text(language, 'accounts', `signUp.${key}`);
  const other = await (await browser.newContext()).newPage();
  const pages = [page, other];
  for (const one of pages) {
    await one.goto(`${server.address}/sign-up?guest-code=last`);
    await one.getByLabel(t('givenName'), { exact: true }).fill('Sam');
    await one.getByLabel(t('surname'), { exact: true }).fill('Peeters');
    await one.getByLabel(t('email'), { exact: true }).fill(`${randomUUID()}@example.com`);
    await one.getByLabel(t('password'), { exact: true }).fill('sturdy walking shoes');
  }
  await Promise.all(pages.map((one) => one.getByRole('button', { name: t('send') }).click()));
  const outcomes = await Promise.all(
    pages.map(async (one) => {
      const done = one.getByText(t('done'));
      const refused = one.getByText(text(language, 'validation', 'guestCode.usedUp'));
      await expect(done.or(refused)).toBeVisible();
      return (await done.isVisible()) ? 'in' : 'out';
    }),
  );
  expect(outcomes.sort()).toEqual(['in', 'out']);
  await other.context().close();
  await server.end('SIGTERM');
});
