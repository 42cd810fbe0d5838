import { sql } from 'kysely';
import { demoDatabase } from './engine.ts';
import {
  arrive,
  chooseFrom,
  expect,
  languageOf,
  signIn,
  signInSilently,
  takePicture,
  test,
  text,
} from './fixtures.ts';
import { startServer } from './server.ts';

const language = languageOf(import.meta.filename);
const t = (namespace: string, key: string) => text(language, namespace, key);

// spec: route /, text latest activities, text add activity, text load more activities, text more information
// spec: text complete ranking, text monthly tops, constant first page
test(`the dashboard shows the challenge, activities and cards, in ${language}`, async ({ page }) => {
  await signInSilently(page, language);
  const first = page.waitForRequest((request) => request.url().includes('/platform/api/activities?'));
  await page.goto('./');
  expect(new URL((await first).url()).searchParams.get('page')).toBe('1');
  const challenge = await (await page.request.get('./platform/api/challenges/current')).json();
  const translation = challenge.translations.find((one: { language: string }) => one.language === language);
  await expect(page.getByRole('heading', { level: 2, name: translation.name })).toBeVisible();
  await expect(page.getByRole('img', { name: translation.name })).toBeVisible();
  const latest = page.getByRole('region', { name: t('challenges', 'latestActivities') });
  await expect(latest.getByRole('link', { name: t('challenges', 'addActivity') })).toHaveAttribute(
    'href',
    '/my-activities/add',
  );
  await expect(latest.getByRole('article')).toHaveCount(10);
  await latest.getByRole('button', { name: t('activities', 'feed.loadMore') }).click();
  await expect(latest.getByRole('article')).toHaveCount(20);
  const href = (key: string) => page.getByRole('link', { name: t('challenges', `dashboard.${key}`) });
  await expect(href('moreInformation')).toHaveAttribute('href', `/our-challenges/${challenge.uri}`);
  await expect(href('monthlyTops')).toHaveAttribute('href', '/our-statistics');
  const complete = page.getByRole('link', { name: t('rankings', 'board.complete') });
  await expect(complete).toHaveAttribute('href', `/challenges/ranking/${challenge.uri}/teams`);
  await expect(page.getByRole('heading', { name: t('challenges', 'dashboard.questions') })).toBeVisible();
});

// spec: route /our-challenges, route /our-challenges/{uri}, constant number display, constant quarter markers
// spec: call GET /platform/api/progress_maps/{id}
test(`the list of challenges links to each challenge, in ${language}`, async ({ page }) => {
  await signInSilently(page, language);
  const map = page.waitForResponse((response) => response.url().includes('/platform/api/progress_maps/'));
  await page.goto('./our-challenges');
  expect((await map).status()).toBe(200);
  await expect(page.getByRole('link', { name: t('challenges', 'ourChallenges.statistics') })).toHaveAttribute(
    'href',
    '/our-statistics',
  );
  const all = page.getByRole('region', { name: t('challenges', 'ourChallenges.all') });
  await expect(all.getByRole('article')).toHaveCount(3);
  // There is a station at the start, at every quarter and at the end.
  const line = all.getByRole('img').last();
  await expect(line).toBeVisible();
  const stations = await line.evaluate((route) =>
    [...route.querySelectorAll<HTMLElement>('[style*=left]')].map(({ style }) => style.left),
  );
  expect(stations).toEqual(['0%', '25%', '50%', '75%', '100%']);

  const current = await (await page.request.get('./platform/api/challenges/current')).json();
  const translation = current.translations.find((one: { language: string }) => one.language === language);
  await all.getByRole('link', { name: translation.name }).click();
  await expect(page).toHaveURL(new RegExp(`/our-challenges/${current.uri}$`));
  await expect(page.getByRole('heading', { level: 1, name: translation.name })).toBeVisible();
  const description = page.getByRole('region', { name: t('challenges', 'challenge.description') });
  const plain = await description.evaluate((_, html) => {
    const body = new DOMParser().parseFromString(html, 'text/html').body;
    return body.querySelector('p')?.textContent ?? '';
  }, translation.description);
  await expect(description).toContainText(plain);
  const stat = (key: string) =>
    page
      .locator('dt', { hasText: new RegExp(`^${t('challenges', `stats.${key}`)}$`) })
      .locator('xpath=following-sibling::dd');
  await expect(stat('participants')).toHaveText(/^[\d.,\s]+$/);
  await expect(stat('activities')).not.toHaveText(language === 'en' ? /\./ : /,/);
  await expect(stat('kilometers')).toHaveText(language === 'en' ? /\.\d\d$/ : /,\d\d$/);
  await expect(page.getByRole('article').first()).toBeVisible();
});

// spec: route /our-statistics, text of the week, constant sport types on boards
// spec: route /our-statistics/monthly/{sportType}, route /our-statistics/weekly/{sportType}, text week offset
test(`the statistics page links to the complete rankings of weeks and months, in ${language}`, async ({
  page,
}) => {
  await signInSilently(page, language);
  await page.goto('./our-statistics');
  const week = page.getByRole('region', { name: t('rankings', 'week.ofThe') });
  for (const sport of ['overall', 'running', 'cycling', 'walking'])
    await expect(week.getByRole('heading', { level: 3, name: t('sports', `types.${sport}`) })).toBeVisible();
  await expect(page.getByText(t('rankings', 'totals.worldTravels'))).toBeVisible();
  await page.goto('./our-statistics/weekly/running');
  const names = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const heading = page.getByRole('heading', { level: 1 });
  const days = page.getByRole('status').filter({ hasText: t('rankings', 'week.title') });
  const offset = (key: string, value: string) =>
    t('rankings', `week.offset_${key}`).replace('{{offset}}', value);
  await expect(heading).toHaveText(new RegExp(`^${names.format(0, 'week')}$`, 'i'));
  await page.getByRole('link', { name: t('rankings', 'period.earlier') }).click();
  await expect(heading).toHaveText(new RegExp(`^${names.format(-1, 'week')}$`, 'i'));
  await expect(days).toContainText(offset('one', '-1'));
  await page.getByRole('link', { name: t('rankings', 'period.earlier') }).click();
  await expect(days).toContainText(offset('other', '-2'));
  await page.goto('./our-statistics/weekly?offset=1');
  await expect(days).toContainText(offset('one', '+1'));
  await expect(page.getByText(t('rankings', 'table.comingWeek'))).toBeVisible();
  await page.getByRole('link', { name: t('rankings', 'period.later') }).click();
  await expect(days).toContainText(offset('other', '+2'));
  await page.getByRole('link', { name: t('rankings', 'table.toNow') }).click();
  await expect(heading).toHaveText(new RegExp(`^${names.format(0, 'week')}$`, 'i'));
  await page.goto('./our-statistics/monthly');
  await expect(page.getByText(t('rankings', 'month.title'), { exact: true })).toBeVisible();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('link', { name: t('rankings', 'backToStatistics') })).toHaveAttribute(
    'href',
    '/our-statistics',
  );
});

// spec: route /challenges/ranking/{uri}, route /our-statistics/{uri}, text challenge not found, constant ranking limit
test(`a complete ranking links back to the page it belongs to, in ${language}`, async ({ page }) => {
  await signInSilently(page, language);
  const { uri } = await (await page.request.get('./platform/api/challenges/current')).json();
  for (const [address, back] of [
    [`challenges/ranking/${uri}`, '/'],
    [`our-statistics/${uri}`, '/our-statistics'],
  ] as const) {
    const board = page.waitForRequest((request) => request.url().includes('stats_activities'));
    await page.goto(`./${address}`);
    expect(new URL((await board).url()).searchParams.get('limit')).toBe('2000');
    await expect(page.getByRole('table').getByRole('row').nth(100)).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByRole('link').first()).toHaveAttribute('href', back);
  }
  await page.goto('./our-challenges/no-such-challenge');
  await expect(page.getByRole('alert')).toContainText(t('challenges', 'notFound'));
});

test(`the server counts, searches and paginates a ranking that is longer than a page, in ${language}`, async ({
  page,
}) => {
  await signInSilently(page, language);
  const { uri } = await (await page.request.get('./platform/api/challenges/current')).json();
  const whole = await page.request.get('./platform/api/stats_activities?periodType=challenge&limit=2000');
  const rows: { performer: { givenName: string; surname: string } }[] = (await whole.json())['hydra:member'];
  const last = rows.findLast(({ performer }) => performer.givenName !== '' && performer.surname !== '');
  // With 20 rows per page, the demo company needs several pages, as a company of thousands would.
  await page.route(/stats_activities\?.*limit=2000/, (route) =>
    route.continue({ url: route.request().url().replace('limit=2000', 'limit=20') }),
  );
  await page.goto(`./challenges/ranking/${uri}`);
  const status = page.getByRole('main').getByRole('status');
  await expect(status).toContainText(String(rows.length));
  const shown = page.getByRole('table').getByRole('row');
  await expect(shown).toHaveCount(21);
  await page.getByRole('button', { name: t('rankings', 'filter.more').split(' (')[0] as string }).click();
  await expect(shown).toHaveCount(41);
  const name = `${last?.performer.givenName} ${last?.performer.surname}`;
  await page.getByLabel(t('rankings', 'filter.label')).fill(name.toUpperCase());
  await expect(page.getByRole('table').getByText(name)).toBeVisible();
  await expect(status).toContainText(String(rows.length));
  for (const width of [390, 1280]) {
    await page.getByLabel(t('rankings', 'filter.label')).fill('');
    await expect(shown).toHaveCount(41);
    await page.setViewportSize({ width, height: 900 });
    await page
      .getByRole('button', { name: t('rankings', 'filter.more').split(' (')[0] as string })
      .scrollIntoViewIfNeeded();
    await takePicture(page, `long-ranking-${width}`);
  }
});

// spec: route /my-activities, route /my-activities/add, route /my-activities/edit/{uuid}, constant time display
// spec: rule activity sport, rule activity date, text activity removed, state activity card
// spec: call GET /platform/api/sports
test(`a person adds, sees, edits and deletes their activities, in ${language}`, async ({ page }) => {
  await arrive(page, language);
  await page.goto('./my-activities');
  await expect(page.getByText(t('activities', 'feed.emptyOfPerson'))).toBeVisible();
  await page
    .getByRole('link', { name: t('activities', 'add.title') })
    .first()
    .click();
  const sport = page.getByLabel(t('activities', 'form.sport'));
  const labels = await sport.locator('option').allTextContents();
  expect(labels).toEqual([...labels].sort(new Intl.Collator(language).compare));
  expect(await sport.inputValue()).toBe(await sport.locator('option').first().getAttribute('value'));
  const today = await page.evaluate(() => new Intl.DateTimeFormat('sv').format(new Date()));
  await expect(page.getByLabel(t('activities', 'form.performedAt'))).toHaveAttribute('max', today);
  await expect(page.getByRole('radiogroup').getByText(t('activities', 'form.types.km'))).toHaveCount(0);
  await page.getByLabel(t('activities', 'form.time')).fill('01:02:03');
  await page.getByRole('button', { name: t('activities', 'add.submit') }).click();
  await expect(page.getByText(t('activities', 'mine.added'))).toBeVisible();
  await expect(page.getByRole('region', { name: t('activities', 'person.label') })).toContainText(
    String(new Date().getFullYear()),
  );
  const card = page.getByRole('article');
  const part = (key: string, value: string) => t('activities', `amount.${key}`).replace('{{value}}', value);
  await expect(card).toContainText(
    [part('hours', '1'), part('minutes', '2'), part('seconds', '3')].join(' '),
  );
  await chooseFrom(card, language, 'edit');
  await expect(page).toHaveURL(/\/my-activities\/edit\/[\da-f-]{36}$/);
  await page.getByLabel(t('activities', 'form.time')).fill('00:00:45');
  await page.getByRole('button', { name: t('activities', 'edit.submit') }).click();
  await expect(card).toContainText(part('seconds', '45'));
  await chooseFrom(card, language, 'delete');
  await expect(card.getByText(t('activities', 'card.confirmDelete'))).toBeVisible();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/platform/api/activities/*', async (route) => {
    await held;
    await route.continue();
  });
  await card.getByRole('button', { name: t('activities', 'card.delete') }).click();
  await expect(card.getByRole('status', { name: t('common', 'waiting') })).toBeVisible();
  release();
  await expect(page.getByText(t('activities', 'card.removed'))).toBeVisible();
});

// spec: route fallback, route /sign-out, text to sign out, route menu, call navigation /logout
test(`a person sees the «not found» page at an unknown address, and the start page after signing out, in ${language}`, async ({
  page,
}) => {
  await signInSilently(page, language);
  await page.goto('./no-such-page');
  await expect(page.getByRole('heading', { level: 1, name: t('layout', 'notFound.title') })).toBeVisible();
  // A 204 response keeps the browser on the current page.
  await page.route('**/logout', (route) => route.fulfill({ status: 204 }));
  const menu = page.getByRole('navigation', { name: t('layout', 'menu') });
  await menu.getByRole('link').last().click();
  await expect(page.getByText(t('sessions', 'signOut.redirecting'))).toBeVisible();
  await page.unroute('**/logout');
  await page.reload();
  await expect(page.getByLabel(t('sessions', 'signIn.email'))).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
});

// spec: route /sign-up, text good to know, text create a profile, text account activated, state form submitting
// spec: state sign-up success, rule sign-up required, rule violations on fields, text value required
test(`a visitor signs up and signs in, in ${language}`, async ({ page, context, baseURL, refusals }) => {
  await context.addCookies([{ name: 'locale', value: language, url: baseURL ?? '' }]);
  await page.goto('./sign-up?guest-code=WEL-COME');
  await expect(page.getByRole('heading', { name: t('accounts', 'goodToKnow.title') })).toBeVisible();
  await expect(
    page.getByRole('listitem').filter({ hasText: t('accounts', 'goodToKnow.bullets.time') }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: t('accounts', 'signUp.title') })).toBeVisible();
  const field = (key: string) => page.getByLabel(t('accounts', `signUp.${key}`), { exact: true });
  const send = page.getByRole('button', { name: t('accounts', 'signUp.send') });
  await expect(field('guestCode')).toHaveValue('WEL-COME');
  await send.click();
  await expect(page.getByText(t('validation', 'value.required'))).toHaveCount(4);
  refusals.add(422);
  await field('givenName').fill('Noor');
  await field('surname').fill('Claes');
  await field('email').fill(`noor.${language}.${Date.now()}@example.com`);
  await field('password').fill('short');
  await field('guestCode').fill('NO SUCH CODE');
  await send.click();
  await expect(page.getByText(t('validation', 'password.tooShort'))).toBeVisible();
  await field('password').fill('sturdy walking shoes');
  await send.click();
  await expect(page.getByText(t('validation', 'guestCode.unknown'))).toBeVisible();
  await field('guestCode').fill('welcome');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/sign_up_requests', async (route) => {
    await held;
    await route.continue();
  });
  await send.click();
  await expect(page.getByRole('status', { name: t('common', 'waiting') })).toBeVisible();
  await expect(send).toBeHidden();
  release();
  await expect(page.getByText(t('accounts', 'signUp.done'))).toBeVisible();
  await expect(field('givenName')).toBeHidden();
});

// spec: state page load, text error occurred
test('a page that fails to load shows an error and can be retried', async ({ page, refusals }) => {
  refusals.add(500);
  await signInSilently(page, 'nl');
  let isBroken = true;
  await page.route('**/platform/api/challenges', (route) =>
    isBroken ? route.fulfill({ status: 500, body: 'no JSON' }) : route.continue(),
  );
  await page.goto('./our-challenges');
  await expect(page.getByRole('alert')).toContainText(text('nl', 'common', 'errorOccurred'));
  isBroken = false;
  await page.getByRole('button', { name: text('nl', 'common', 'tryAgain') }).click();
  await expect(
    page.getByRole('region', { name: text('nl', 'challenges', 'ourChallenges.all') }),
  ).toBeVisible();
});

// spec: text defaults without configuration
test('the app shows its defaults if the configuration fails to load', async ({ page, refusals }) => {
  refusals.add(500);
  await page.route('**/platform/api/configs', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('./');
  await expect(page.getByRole('img', { name: 'Global Challenge' })).toHaveAttribute('src', 'logo-dark.svg');
  await signIn(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

// spec: text silent restore
test('a failed deletion leaves the activity unchanged without showing an error', async ({
  page,
  refusals,
}) => {
  refusals.add(500);
  await signInSilently(page, 'nl');
  await page.goto('./my-activities');
  await page.route('**/platform/api/activities/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  );
  const card = page.getByRole('article').first();
  const content = await card.textContent();
  await chooseFrom(card, 'nl', 'delete');
  await card.getByRole('button', { name: text('nl', 'activities', 'card.delete') }).click();
  await expect(card).toHaveText(content ?? '');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

// spec: state current challenge
for (const [shown, over, emptyState] of [
  ['upcoming', sql`starts_on <= current_date`, 'noneNow'],
  ['finished', sql`true`, 'noneNowPast'],
] as const)
  test(`the ${shown} challenge is shown while no challenge is running, without inviting people to be the first on its board`, async ({
    page,
    refusals,
  }) => {
    refusals.add(404);
    // Moves all challenges, or only those that have begun, at least a month into the past.
    const server = await startServer(
      await demoDatabase({}, async (db) => {
        await sql`
          update challenges set starts_on = starts_on - 400, ends_on = ends_on - 400 where ${over}`.execute(
          db,
        );
      }),
    );
    await page.goto(server.address);
    await signIn(page);
    await expect(page.getByText(text('nl', 'challenges', `state.${shown}`)).first()).toBeVisible();
    const next = await page.request.get(`${server.address}/platform/api/challenges/next`);
    const last = await page.request.get(`${server.address}/platform/api/challenges/previous`);
    const { uri } = await (shown === 'upcoming' ? next : last).json();
    const beginning = (key: string) => new RegExp(text('nl', 'rankings', key).split('{{')[0] ?? '');
    await page.goto(`${server.address}/our-statistics`);
    const board = page.getByRole('region', { name: text('nl', 'rankings', 'statistics.challenge') });
    await expect(board.getByRole('heading', { level: 3 }).first()).toBeVisible();
    await expect(board.getByText(text('nl', 'rankings', 'board.beFirst'))).toHaveCount(0);
    if (shown === 'upcoming') {
      await expect(board.getByText(beginning('board.emptyComing')).first()).toBeVisible();
      await page.goto(`${server.address}/challenges/ranking/${uri}`);
      await expect(page.getByText(beginning('table.comingChallenge'))).toBeVisible();
      await page.getByRole('link', { name: text('nl', 'rankings', 'table.toChallenge') }).click();
      await expect(page).toHaveURL(new RegExp(`/our-challenges/${uri}$`));
    }
    await page.goto(`${server.address}/our-challenges`);
    await expect(page.getByText(text('nl', 'challenges', `ourChallenges.${emptyState}`))).toBeVisible();
    await server.end('SIGTERM');
  });

// spec: constant top 15
test('the dashboard shows the first 15 people of the board if there are no teams', async ({ page }) => {
  const server = await startServer(await demoDatabase({ teamsEnabled: false }));
  await page.goto(server.address);
  await signIn(page);
  const { uri } = await (await page.request.get(`${server.address}/platform/api/challenges/current`)).json();
  const top = page.getByRole('region', { name: text('nl', 'challenges', 'dashboard.top') });
  await expect(top.getByRole('listitem').nth(14)).toBeVisible();
  await expect(top.getByRole('link', { name: text('nl', 'rankings', 'board.complete') })).toHaveAttribute(
    'href',
    `/challenges/ranking/${uri}`,
  );
  await server.end('SIGTERM');
});
