import type { Page } from '@playwright/test';
import {
  arrive,
  expect,
  expectGoodPage,
  languageOf,
  languages,
  signInSilently,
  test,
  text,
} from './fixtures.ts';

const language = languageOf(import.meta.filename);
const t = (namespace: string, key: string, values: Record<string, string> = {}) =>
  text(language, namespace, key).replace(/\{\{(\w+)\}\}/g, (whole, name) => values[name] ?? whole);
const kilometersIn = (kilometers: number) =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(kilometers);

const phone = { width: 390, height: 844 };

/** The signed-in person's row on a board of people, and the row ahead of it. */
async function ownRow(page: Page, query: string) {
  const me = await (await page.request.get('./platform/api/person_infos/me')).json();
  const board = await page.request.get(`./platform/api/stats_activities?${query}&person=${me.iri}`);
  const { 'hydra:member': rows, ahead } = await board.json();
  return { own: rows[0], ahead };
}

/** The gap to the row ahead, formatted as on the boards. */
function gapOf({ own, ahead }: Awaited<ReturnType<typeof ownRow>>): string {
  const hundredths = (kilometers: number) => Math.round(kilometers * 100);
  const gap = (hundredths(ahead.kilometers) - hundredths(own.kilometers)) / 100;
  return t('rankings', 'gap.behind', {
    distance: `${kilometersIn(gap)} km`,
    name: `${ahead.performer.givenName} ${ahead.performer.surname}`,
  });
}

test.use({ viewport: phone });

test(`the dashboard shows a person’s own progress and the next station, in ${language}`, async ({ page }) => {
  await signInSilently(page, language);
  await page.goto('./');
  const standing = await ownRow(page, 'periodType=challenge');
  const { own: week } = await ownRow(page, 'periodType=week');
  const line = page.getByRole('region', { name: t('rankings', 'ownLine.label') });
  for (const words of [
    kilometersIn(standing.own.kilometers),
    t('rankings', 'ownLine.place'),
    String(standing.own.rank),
    kilometersIn(week.kilometers),
    t('rankings', 'ownLine.week'),
    gapOf(standing),
  ])
    await expect(line).toContainText(words);
  await expect(line.getByRole('link')).toHaveAttribute('href', /^\/challenges\/ranking\//);
  const challenge = await (await page.request.get('./platform/api/challenges/current')).json();
  const path = `./platform/api/challenge_progresses/${challenge.uuid}`;
  const progress = await (await page.request.get(path)).json();
  const map = await (await page.request.get(`.${challenge.progressMap}`)).json();
  const next = map.stations.find((one: { percentage: number }) => one.percentage > progress.percentage);
  const rest = Math.ceil((progress.target * next.percentage) / 100 - progress.progress);
  const distance = `${new Intl.NumberFormat(language).format(rest)} km`;
  const station = t('challenges', 'route.next', { name: next.name.replaceAll(' · ', ', '), distance });
  await expect(page.getByText(station)).toBeVisible();

  const teams = await page.getByRole('region', { name: t('teams', 'card.title'), exact: true }).boundingBox();
  const latest = page.getByRole('region', { name: t('challenges', 'latestActivities') });
  expect(teams?.y).toBeLessThan((await latest.boundingBox())?.y ?? 0);
  await expectGoodPage(page);
  const menu = page.getByRole('navigation', { name: t('layout', 'menu') });
  await menu.getByRole('link', { name: t('layout', 'addActivity') }).click();
  await expect(page).toHaveURL(/\/my-activities\/add$/);
});

test(`on a phone, a board begins in the upper half of the screen and keeps a person’s own place visible, in ${language}`, async ({
  page,
}) => {
  await signInSilently(page, language);
  const { uri } = await (await page.request.get('./platform/api/challenges/current')).json();
  for (const [address, query, scope] of [
    [`challenges/ranking/${uri}`, 'periodType=challenge', 'challenge'],
    ['our-statistics/weekly', 'periodType=week', 'week'],
    ['our-statistics/monthly/running', 'periodType=month&sport=running', 'month'],
  ] as const) {
    await page.goto(`./${address}`);
    const first = page.getByRole('table').getByRole('row').nth(1);
    await expect(first).toBeVisible();
    const { y = 0, height = 0 } = (await first.boundingBox()) ?? {};
    expect(y + height, address).toBeLessThanOrEqual(phone.height / 2);
    const standing = page.getByRole('region', { name: t('rankings', 'standing.label') });
    const place = await ownRow(page, query);
    await expect(standing).toContainText(t('rankings', `scope.${scope}`));
    await expect(standing).toContainText(gapOf(place));
    await expect(standing).toContainText(kilometersIn(place.own.kilometers));
    await expect(standing).toBeInViewport({ ratio: 1 });
    await page.getByRole('table').getByRole('row').nth(40).scrollIntoViewIfNeeded();
    await expect(standing).toBeInViewport({ ratio: 1 });
  }
  await expectGoodPage(page);
});

test(`a narrow phone shows a person’s own place on a board without cutting it off, in ${language}`, async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signInSilently(page, language);
  const { uri } = await (await page.request.get('./platform/api/challenges/current')).json();
  for (const [address, label] of [
    [`challenges/ranking/${uri}`, 'standing.label'],
    [`challenges/ranking/${uri}/teams`, 'standing.label_teams'],
  ] as const) {
    await page.goto(`./${address}`);
    const standing = page.getByRole('region', { name: t('rankings', label) });
    await expect(standing).toContainText('km');
    const cut = await standing.evaluate((section) =>
      [...section.querySelectorAll('p')]
        .filter((line) => line.scrollWidth > line.clientWidth)
        .map((line) => line.textContent),
    );
    expect(cut).toEqual([]);
    await expect(standing).toBeInViewport({ ratio: 1 });
  }
});

test('on a phone, the text about how to get a place is not cut off, in every language', async ({ page }) => {
  for (const one of languages) {
    await arrive(page, one);
    await page.goto('./');
    const line = page.getByText(text(one, 'rankings', 'ownLine.none'));
    await expect(line).toBeVisible();
    expect(await line.evaluate((shown) => shown.scrollWidth > shown.clientWidth), one).toBe(false);
    // The content below does not move when the text loads.
    expect((await line.boundingBox())?.height, one).toBe(44);
  }
});

test(`a search for an unknown name shows a message and a link back to the whole board, in ${language}`, async ({
  page,
}) => {
  await signInSilently(page, language);
  await page.goto('./our-statistics/weekly');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.nth(3)).toBeVisible();
  const field = page.getByLabel(t('rankings', 'filter.label'));
  await field.fill(' Zebedee ');
  await expect(page.getByText(t('rankings', 'filter.nobody', { name: 'Zebedee' }))).toBeVisible();
  await expect(rows).toHaveCount(0);
  await expectGoodPage(page);
  await page.getByRole('button', { name: t('rankings', 'filter.clear') }).click();
  await expect(rows.nth(3)).toBeVisible();
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
});

test(`screens that a person cannot use say why and link to the start page, in ${language}`, async ({
  page,
}) => {
  await signInSilently(page, language);
  await page.goto('./sign-up?guest-code=WELCOME');
  await expect(page.getByText('participant@example.com')).toBeVisible();
  await expect(page.getByText(t('accounts', 'already.team'))).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('link', { name: t('accounts', 'already.home') }).click();
  await expect(page).toHaveURL(/\/$/);
  const none = { '@context': '', '@id': '', '@type': 'hydra:Collection', 'hydra:member': [] };
  await page.route('**/platform/api/sports', (route) => route.fulfill({ json: none }));
  await page.goto('./my-activities/add');
  await expect(page.getByText(t('activities', 'add.noSports'))).toBeVisible();
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('activities', 'add.toDashboard') })
    .click();
  await expect(page).toHaveURL(/\/$/);
});
