import { sql } from 'kysely';
import { demoDatabase } from './engine.ts';
import { expect, expectGoodPage, password, test, waitUntilIdle } from './fixtures.ts';
import { startServer } from './server.ts';
import { socialTexts } from './social.ts';

// spec: state paging, role comment and like
test('lists of likes and comments load page by page, and only once a person opens them', async ({ page }) => {
  // Starts its own server with its own demo company.
  test.slow();
  const { likes, comments, names, opener } = socialTexts('nl');
  const server = await startServer(
    await demoDatabase({}, async (db) => {
      const newest = sql`(select id from activities order by performed_on desc, id desc limit 1)`;
      await sql`insert into activity_likes (activity_id, person_id, created_at)
        select ${newest}, id, now() from people where id between 11 and 55
        on conflict do nothing`.execute(db);
      await sql`insert into activity_comments (activity_id, person_id, content, created_at)
        select ${newest}, id, 'Comment ' || id, now() from people where id between 11 and 55`.execute(db);
    }),
  );
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/(likes|comments)/.test(request.url()) && request.url().includes('/api/'))
      asked.push(request.url());
  });
  const data = { username: 'participant@example.com', password };
  expect((await page.request.post(`${server.address}/global-challenge-login`, { data })).status()).toBe(200);
  await page.goto(server.address);
  const card = page.getByRole('article').first();
  await expect(card).toBeVisible();
  await waitUntilIdle(page);
  expect(asked).toEqual([]);
  await names(page).first().click();
  await opener(page).first().click();
  for (const [title, more, entry] of [
    [likes('title'), likes('more'), 'a'],
    [comments('title'), comments('more'), 'time'],
  ] as const) {
    const panel = card.getByRole('region', { name: title });
    const shown = panel.locator(`li ${entry}`);
    await expect(shown).toHaveCount(20);
    await panel.getByRole('button', { name: more }).click();
    await expect(shown).toHaveCount(40);
    await panel.getByRole('button', { name: more }).click();
    await expect(panel.getByRole('button', { name: more })).toBeHidden();
    expect(await shown.count()).toBeGreaterThanOrEqual(45);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expectGoodPage(page);
  await server.end('SIGTERM');
});

// spec: role comment and like
test('activity cards show neither likes nor comments if the settings switch both off', async ({ page }) => {
  // Starts its own server with its own demo company.
  test.slow();
  const { heart, opener } = socialTexts('nl');
  const server = await startServer(await demoDatabase({ likesEnabled: false, commentsEnabled: false }));
  const data = { username: 'participant@example.com', password };
  expect((await page.request.post(`${server.address}/global-challenge-login`, { data })).status()).toBe(200);
  await page.goto(server.address);
  await expect(page.getByRole('article')).toHaveCount(10);
  await expect(heart(page)).toHaveCount(0);
  await expect(opener(page)).toHaveCount(0);
  await server.end('SIGTERM');
});
