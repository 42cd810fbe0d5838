import type { Page } from '@playwright/test';
import { demoDatabase } from './engine.ts';
import {
  arrive,
  expect,
  expectGoodPage,
  expectNoSidewaysScroll,
  languageOf,
  password,
  signInSilently,
  test,
  text,
  waitUntilIdle,
} from './fixtures.ts';
import { startServer } from './server.ts';

const language = languageOf(import.meta.filename);
const t = (namespace: string, key: string) => text(language, namespace, key);

/** Returns the headings that overflow their box. */
const cutHeadings = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('h1, h2, h3')]
      .filter((heading) => heading.scrollWidth > heading.clientWidth + 1)
      .map(({ textContent }) => textContent),
  );

// claim: reflow
test('on a phone, cards and headings have room for hundreds of kilometres and very long words', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await arrive(page, language, { givenName: 'Wijsheidsbewaarderskampioenschappen' });
  const performedAt = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Brussels' }).format(new Date());
  const sports = (await (await page.request.get('./platform/api/sports')).json())['hydra:member'];
  const data = { performedAt, sport: sports[0]['@id'], amountType: 'steps', steps: 200_000 };
  expect((await page.request.post('./platform/api/activities', { data })).status()).toBe(201);
  const name = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbau';
  const team = await page.request.post('./platform/api/challenge_teams', { data: { name } });
  expect(team.status()).toBe(201);
  const me = await (await page.request.get('./platform/api/person_infos/me')).json();
  expect(me.kilometers).toBeGreaterThan(100);
  for (const address of [
    '',
    'my-activities',
    'my-profile',
    `profile/${me.id}`,
    `teams/info/${(await team.json()).uuid}`,
  ]) {
    await page.goto(`./${address}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await waitUntilIdle(page);
    await expectNoSidewaysScroll(page);
    expect(await cutHeadings(page), `/${address}`).toEqual([]);
    const broken = await page.evaluate(() =>
      [...document.querySelectorAll('article')]
        .filter((card) => {
          const figure = card.querySelector('strong')?.getBoundingClientRect();
          const box = card.getBoundingClientRect();
          return figure && (figure.left < box.left + 8 || figure.right > box.right - 8);
        })
        .map(({ textContent }) => textContent),
    );
    expect(broken, `/${address}`).toEqual([]);
  }
});

test('the buttons of a list have different names', async ({ page }) => {
  // This test starts its own platform, because other tests log the same workout more than once.
  const server = await startServer(await demoDatabase({}));
  const data = { username: 'participant@example.com', password };
  await page.request.post(`${server.address}/global-challenge-login`, { data });
  await page.request.get(`${server.address}/global-challenge-language-switch?locale=${language}`);
  for (const address of ['', 'my-activities']) {
    await page.goto(`${server.address}/${address}`);
    await expect(page.getByRole('article').nth(9)).toBeVisible();
    await waitUntilIdle(page);
    const labels = await page
      .getByRole('article')
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
    expect(labels.length).toBeGreaterThan(10);
    expect(labels.every((label) => label && /\(.+, .+, .+\)$/.test(label))).toBe(true);
    // Labels may repeat only if one person logged the same sport twice on one day.
    expect(new Set(labels).size).toBeGreaterThan(labels.length * 0.7);
  }
  await server.end('SIGTERM');
});

test('a ranking prints as a plain table, black on white, with the challenge and the date', async ({
  page,
}) => {
  await signInSilently(page, language);
  const challenge = await (await page.request.get('./platform/api/challenges/current')).json();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto(`./challenges/ranking/${challenge.uri}`);
  const table = page.getByRole('table');
  await expect(table).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(challenge.name);
  const year = `${new Date().getFullYear()}`;
  await expect(table.locator('caption')).toBeVisible();
  await expect(table.locator('caption')).toContainText(year);
  for (const role of ['navigation', 'banner', 'contentinfo', 'button', 'searchbox'] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
  await expect(page.getByRole('link', { name: t('rankings', 'backToDashboard') })).toHaveCount(0);
  const colours = await table.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element);
    return { color, backgroundColor, page: getComputedStyle(document.body).backgroundColor };
  });
  expect(colours).toEqual({
    color: 'rgb(0, 0, 0)',
    backgroundColor: 'rgb(255, 255, 255)',
    page: 'rgb(255, 255, 255)',
  });
  await page.goto('./our-statistics/weekly');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('link', { name: t('rankings', 'period.earlier') })).toHaveCount(0);
});

// spec: route /our-challenges/{uri}
test('a challenge shows the pace needed to reach its target, and its results once they are final', async ({
  page,
}) => {
  await signInSilently(page, language);
  const challenges = (await (await page.request.get('./platform/api/challenges')).json())['hydra:member'];
  const of = (state: string) => challenges.find((one: { state: string }) => one.state === state);
  const board = (key: string) =>
    page.getByRole('region', { name: t('challenges', `boards.${key}`), exact: true });
  const add = page.getByRole('link', { name: t('challenges', 'addActivity') });
  await page.goto(`./our-challenges/${of('running').uri}`);
  const pace = page.getByRole('region', { name: t('challenges', 'pace.label') });
  await expect(pace.getByRole('definition').first()).toHaveText(/^\d+$/);
  await expect(page.getByRole('main').locator(add)).toBeVisible();
  const ranking = board('people_ranking');
  await expect(ranking.getByRole('link', { name: t('rankings', 'board.complete') })).toHaveAttribute(
    'href',
    `/challenges/ranking/${of('running').uri}`,
  );

  await page.goto(`./our-challenges/${of('frozen').uri}`);
  await expect(board('people_results').getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('link', { name: t('challenges', 'results.toThem') })).toBeVisible();
  await expect(page.getByRole('main').locator(add)).toHaveCount(0);
  await expect(pace).toHaveCount(0);
  await expectGoodPage(page);
});
