import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { demoDatabase } from './engine.ts';
import {
  arrive,
  expect,
  expectGoodOnEveryScreen,
  type Language,
  languageOf,
  makeAccount,
  password,
  signIn,
  signInSilently,
  test,
  text,
  waitUntilIdle,
} from './fixtures.ts';
import { startServer } from './server.ts';

interface Team {
  uuid: string;
  name: string;
  guestCode: string;
}

const api = './platform/api';

/** Opens a page in a separate browser, for a second person. */
const elsewhere = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

/** Creates a team through the API; the person who is signed in on the page becomes its captain. */
async function makeTeam(page: Page): Promise<Team> {
  const name = `Team ${randomUUID().slice(0, 8)}`;
  const made = await page.request.post(`${api}/challenge_teams`, { data: { name } });
  expect(made.status()).toBe(201);
  return made.json();
}

const join = async (page: Page, { uuid }: Team) =>
  expect((await page.request.post(`${api}/challenge_teams/${uuid}/join`)).status()).toBe(204);

/** Logs one hour of the first sport for today through the API, and returns the counted kilometres. */
async function logAnHour(page: Page): Promise<number> {
  const [sport] = (await (await page.request.get(`${api}/sports`)).json())['hydra:member'];
  const performedAt = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Brussels' }).format(new Date());
  const data = { performedAt, sport: sport['@id'], amountType: 'time', time: '01:00:00' };
  const logged = await page.request.post(`${api}/activities`, { data });
  expect(logged.status()).toBe(201);
  return (await logged.json()).challengeKms;
}

const currentUri = async (page: Page): Promise<string> =>
  (await (await page.request.get(`${api}/challenges/current`)).json()).uri;

/** Checks a page at phone width in dark mode, and at desktop width in light mode. */
async function expectGoodEverywhere(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectGoodOnEveryScreen(page);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

const numberIn = (language: Language, value: number) =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);

const language = languageOf(import.meta.filename);
const t = (key: string, values: Record<string, string> = {}) =>
  Object.entries(values).reduce(
    (words, [name, value]) => words.replace(`{{${name}}}`, value),
    text(language, 'teams', key),
  );
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

// spec: route /teams/create, route /teams/info/{uuid}, role create team, role captain, rule team name
// spec: text team name short, constant team name minimum
test(`a person creates a team in ${language}, and a colleague signs up with its code`, async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const captain = await arrive(page, language);
  await page.goto('./');
  await page.getByRole('link', { name: t('create.title') }).click();
  await expect(page).toHaveURL(/\/teams\/create$/);
  await expect(page.getByText(t('create.count'))).toBeVisible();
  const name = `Étape ${randomUUID().slice(0, 8)}`;
  const field = page.getByLabel(t('create.name'));
  const submit = page.getByRole('button', { name: t('create.submit') });
  await submit.click();
  await expect(page.getByText(text(language, 'validation', 'teamName.tooShort'))).toBeVisible();
  await field.fill('Four');
  await submit.click();
  await expect(page.getByText(text(language, 'validation', 'teamName.tooShort'))).toBeVisible();
  await expectGoodEverywhere(page);
  await field.fill(name);
  await submit.click();
  await expect(heading(page, name)).toBeVisible();
  const uuid = page.url().match(/\/teams\/info\/([\da-f-]{36})$/)?.[1];
  expect(uuid).toBeDefined();
  await expect(page.getByText(t('notice.made'))).toBeVisible();
  await expect(page.getByText(t('handOver.nobody'))).toBeVisible();
  await expectGoodEverywhere(page);

  const shared = (key: string) => page.getByLabel(t(`invite.${key}`), { exact: true }).inputValue();
  const link = await shared('link');
  expect(link).toBe(`${baseURL}teams/participate/${uuid}`);
  const code = await shared('code');
  expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
  const signUpLink = await shared('signUp');
  expect(signUpLink).toBe(`${baseURL}sign-up?guest-code=${code}`);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copy = page.getByRole('button', { name: t('copy.label', { label: t('invite.link') }) });
  await copy.click();
  await expect(copy).toHaveText(t('copy.done'));
  // The app's pages are not allowed to read the clipboard, so the test pastes its content into another page.
  const note = await context.newPage();
  await note.setContent('<textarea autofocus></textarea>');
  await note.locator('textarea').press('Control+V');
  await expect(note.locator('textarea')).toHaveValue(link);
  await note.close();
  // If the system has a share sheet, the button opens that sheet with the link.
  await page.addInitScript(() => {
    const share = async (shared: ShareData) => {
      document.body.dataset.shared = shared.url;
    };
    Object.assign(navigator, { share });
  });
  await page.reload();
  await page.getByRole('button', { name: t('copy.shareLabel', { label: t('invite.link') }) }).click();
  await expect(page.locator('body')).toHaveAttribute('data-shared', link);

  const colleague = await elsewhere(browser);
  await colleague.request.get(`./global-challenge-language-switch?locale=${language}`);
  await colleague.goto(signUpLink);
  const label = (key: string) => text(language, 'accounts', `signUp.${key}`);
  await expect(colleague.getByLabel(label('guestCode'))).toHaveValue(code);
  const email = `${randomUUID().slice(0, 8)}@example.com`;
  for (const [key, value] of Object.entries({ givenName: 'Noor', surname: 'Claes', email, password }))
    await colleague.getByLabel(label(key), { exact: true }).fill(value);
  await colleague.getByRole('button', { name: label('send') }).click();
  // The sign-up form also shows this link, for people who have an account.
  await expect(colleague.getByText(label('done'))).toBeVisible();
  await colleague.getByRole('link', { name: label('signIn') }).click();
  await signIn(colleague, email, language);
  await colleague.getByRole('link', { name: t('card.own') }).click();
  await expect(heading(colleague, name)).toBeVisible();
  await expect(colleague.getByRole('link', { name: t('leave.action') })).toBeVisible();
  await expect(colleague.getByText(t('invite.title'))).toBeHidden();

  await page.reload();
  const members = page.getByRole('region', { name: t('members.title') }).getByRole('listitem');
  await expect(members).toHaveCount(2);
  await expect(members.first()).toContainText(`${captain.givenName} ${captain.surname}`);
  await expect(members.first()).toContainText(t('members.captain'));
  await expect(members.last().getByRole('link')).toHaveAttribute('href', /\/profile\/\d+$/);
  await expect(members.first().getByRole('link')).toHaveAttribute('href', '/my-profile');
});

// spec: route /challenges/ranking/{uri}/teams, route /our-statistics/{uri}/teams, route /our-statistics
// spec: route /teams/info/{uuid}, text complete ranking, constant ranking limit
test(`a member’s activity updates the boards and the chart of the team, in ${language}`, async ({
  page,
  browser,
}) => {
  const captain = await arrive(page, language);
  const team = await makeTeam(page);
  const member = await elsewhere(browser);
  const somebody = await arrive(member, language, { guestCode: team.guestCode });
  const chart = page.getByRole('table', { name: team.name });
  await page.goto(`./teams/info/${team.uuid}`);
  await expect(page.getByText(t('contributions.emptyOwn'))).toBeVisible();
  await expect(page.getByText(t('standing.none'), { exact: true })).toBeVisible();

  const kilometers = await logAnHour(member);
  await page.reload();
  const row = (of: { givenName: string }) => chart.getByRole('row').filter({ hasText: of.givenName });
  await expect(row(somebody)).toContainText(numberIn(language, kilometers));
  await expect(row(somebody)).toContainText('100');
  await expect(row(captain)).toHaveCount(0);
  await logAnHour(page);
  await page.reload();
  await expect(row(somebody)).toContainText('50');
  await expect(row(captain)).toContainText('50');
  await expect(row(captain)).toContainText(t('members.own'));
  await expect(row(somebody).getByRole('link')).toHaveAttribute('href', /\/profile\/\d+$/);
  await expect(chart.getByRole('row').last()).toContainText(numberIn(language, 2 * kilometers));
  await expect(page.getByRole('region', { name: t('standing.label') })).toContainText(
    numberIn(language, 2 * kilometers),
  );
  await expectGoodEverywhere(page);
  // Chooses the other challenge that has begun, in which the team has no kilometres.
  const choice = page.getByLabel(t('challenge'), { exact: true });
  const other = await choice.locator('option:not(:checked)').first().getAttribute('value');
  await choice.selectOption(other);
  await expect(page).toHaveURL(new RegExp(`challenge=${other}$`));
  await expect(page.getByText(t('contributions.empty'))).toBeVisible();

  const uri = await currentUri(page);
  for (const [address, back] of [
    [`challenges/ranking/${uri}/teams`, '/'],
    [`our-statistics/${uri}/teams`, '/our-statistics'],
  ] as const) {
    const board = page.waitForRequest((request) => request.url().includes('/team_stats_activities?'));
    await page.goto(`./${address}`);
    expect(new URL((await board).url()).searchParams.get('limit')).toBe('2000');
    const own = page.getByRole('row').filter({ hasText: team.name });
    await expect(own).toContainText(text(language, 'rankings', 'ownTeam'));
    await expect(own).toContainText(numberIn(language, 2 * kilometers));
    await expect(own.getByRole('link')).toHaveAttribute('href', `/teams/info/${team.uuid}`);
    await expect(page.getByRole('main').getByRole('link').first()).toHaveAttribute('href', back);
    await expectGoodEverywhere(page);
  }
  await page.goto('./our-statistics');
  const boards = page.getByRole('region', { name: text(language, 'rankings', 'teams.title'), exact: true });
  await expect(boards.getByRole('link', { name: team.name }).first()).toBeVisible();
  const complete = boards.getByRole('link', { name: text(language, 'rankings', 'board.complete') });
  await expect(complete.first()).toHaveAttribute('href', `/our-statistics/${uri}/teams`);
  await page.goto('./');
  const card = page.getByRole('region', { name: t('card.title'), exact: true });
  await expect(card.getByRole('link', { name: team.name })).toBeVisible();
  await expect(
    card.getByRole('link', { name: text(language, 'rankings', 'board.complete') }),
  ).toHaveAttribute('href', `/challenges/ranking/${uri}/teams`);
});

// spec: route /teams/participate/{uuid} (signed out), route /teams/participate/{uuid}
// spec: route /teams/leave/{uuid}, state team membership, state after sign-in, constant last participation
test(`a signed-out person follows an invitation, joins the team after signing in, and leaves again, in ${language}`, async ({
  page,
  browser,
  baseURL,
}) => {
  const captain = await elsewhere(browser);
  await arrive(captain, language);
  const team = await makeTeam(captain);
  const { email } = await makeAccount(page, language);
  await page.request.get(`./global-challenge-language-switch?locale=${language}`);
  const stored = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('last-participation-page') ?? 'null'));

  const link = `${baseURL}teams/participate/${team.uuid}`;
  await page.goto(link);
  await expect(page).toHaveURL(`${baseURL}`);
  await expect(page.getByText(t('invited'))).toBeVisible();
  const { uuid, address, timestamp } = await stored();
  expect([uuid, address]).toEqual([team.uuid, link]);
  expect(Math.abs(Date.now() - timestamp)).toBeLessThan(60_000);
  await expectGoodEverywhere(page);

  // The invitation expires after an hour.
  await page.evaluate(
    (participation) => {
      const long = { ...participation, timestamp: participation.timestamp - 3_600_000 };
      localStorage.setItem('last-participation-page', JSON.stringify(long));
    },
    await stored(),
  );
  await page.reload();
  await expect(page.getByText(t('invited'))).toBeHidden();
  await signIn(page, email, language);
  await expect(page.getByRole('link', { name: t('create.title') })).toBeVisible();
  await expect(page).toHaveURL(`${baseURL}`);
  // Requests that are still running when the session ends would be refused.
  await waitUntilIdle(page);
  await page.goto('./logout');

  await page.goto(link);
  await expect(page).toHaveURL(`${baseURL}`);
  await signIn(page, email, language);
  await expect(heading(page, t('join.title', { name: team.name }))).toBeVisible();
  await expect(page).toHaveURL(link);
  await expect.poll(stored).toBeNull();
  await expectGoodEverywhere(page);
  await page.getByRole('button', { name: t('join.submit'), exact: true }).click();
  await expect(heading(page, team.name)).toBeVisible();
  await expect(page).toHaveURL(`${baseURL}teams/info/${team.uuid}`);
  await expect(page.getByText(t('notice.joined'))).toBeVisible();
  await expectGoodEverywhere(page);

  await page.getByRole('link', { name: t('leave.action') }).click();
  await expect(heading(page, t('leave.title', { name: team.name }))).toBeVisible();
  await expect(page).toHaveURL(`${baseURL}teams/leave/${team.uuid}`);
  await expectGoodEverywhere(page);
  await page.getByRole('button', { name: t('leave.submit'), exact: true }).click();
  await expect(page).toHaveURL(`${baseURL}teams/info/${team.uuid}`);
  await expect(page.getByText(t('notice.left'))).toBeVisible();
  await expect(page.getByRole('link', { name: t('join.action') })).toBeVisible();
});

// spec: route /teams/leave/{uuid}, role captain, state team membership
test(`a captain cannot leave until the team is handed over, in ${language}`, async ({ page, browser }) => {
  await arrive(page, language);
  const team = await makeTeam(page);
  const member = await elsewhere(browser);
  const heir = await arrive(member, language);
  await join(member, team);
  await page.goto(`./teams/leave/${team.uuid}`);
  await expect(page.getByText(t('leave.captain', { name: team.name }))).toBeVisible();
  await expect(page.getByRole('button', { name: t('leave.submit'), exact: true })).toBeHidden();
  await page.getByRole('link', { name: t('leave.toHandOver') }).click();

  const heirName = `${heir.givenName} ${heir.surname}`;
  await expect(page.getByLabel(t('handOver.member'))).toHaveText(heirName);
  const submit = page.getByRole('button', { name: t('handOver.submit'), exact: true });
  await submit.click();
  const question = page.getByRole('group', { name: t('handOver.question', { name: heirName }) });
  await expect(question.getByRole('button', { name: t('handOver.keep') })).toBeFocused();
  await expectGoodEverywhere(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(submit).toBeFocused();
  await submit.click();
  await question.getByRole('button', { name: t('handOver.confirm') }).click();
  await expect(page.getByText(t('notice.handedOver', { name: heirName }))).toBeVisible();
  await expect(page.getByText(t('invite.title'))).toBeHidden();
  await expect(page.getByRole('link', { name: t('leave.action') })).toBeVisible();

  await member.goto(`./teams/info/${team.uuid}`);
  await expect(member.getByLabel(t('invite.code'), { exact: true })).toHaveValue(team.guestCode);
});

// spec: rule join and leave violations
test(`the reasons why a person cannot join or leave a team appear in one banner, in ${language}`, async ({
  page,
  browser,
  refusals,
}) => {
  refusals.add(422);
  const captains = [await elsewhere(browser), await elsewhere(browser)] as const;
  for (const captain of captains) await arrive(captain, language);
  const [one, other] = [await makeTeam(captains[0]), await makeTeam(captains[1])];
  await arrive(page, language);
  await page.goto(`./teams/participate/${one.uuid}`);
  const send = page.getByRole('button', { name: t('join.submit'), exact: true });
  await expect(send).toBeVisible();
  // The same person joins the other team in another tab.
  await join(page, other);
  await send.click();
  await expect(page.getByRole('alert')).toHaveText(text(language, 'validation', 'team.alreadyIn'));

  await page.goto(`./teams/leave/${other.uuid}`);
  const leave = page.getByRole('button', { name: t('leave.submit'), exact: true });
  await expect(leave).toBeVisible();
  await page.request.post(`${api}/challenge_teams/${other.uuid}/leave`);
  await leave.click();
  await expect(page.getByRole('alert')).toHaveText(text(language, 'validation', 'team.notIn'));
});

// spec: route fallback, route /our-statistics/{uri}/teams, route /teams/participate/{uuid} (signed out)
test('the app hides everything about teams if teams are switched off', async ({ page, refusals }) => {
  refusals.add(404);
  const server = await startServer(await demoDatabase({ teamsEnabled: false }));
  const uuid = randomUUID();
  await page.goto(`${server.address}/teams/participate/${uuid}`);
  await expect(page.getByLabel(text('nl', 'sessions', 'signIn.email'))).toBeVisible();
  await expect(page).toHaveURL(`${server.address}/teams/participate/${uuid}`);
  expect(await page.evaluate(() => localStorage.getItem('last-participation-page'))).toBeNull();
  await signIn(page);
  const { uri } = await (await page.request.get(`${server.address}/platform/api/challenges/current`)).json();
  for (const path of [
    `teams/participate/${uuid}`,
    `teams/leave/${uuid}`,
    `teams/info/${uuid}`,
    'teams/create',
    `challenges/ranking/${uri}/teams`,
    `our-statistics/${uri}/teams`,
  ]) {
    await page.goto(`${server.address}/${path}`);
    await expect(
      page.getByRole('heading', { level: 1, name: text('nl', 'layout', 'notFound.title') }),
      path,
    ).toBeVisible();
  }
  await page.goto(`${server.address}/our-statistics`);
  const section = (key: string) =>
    page.getByRole('region', { name: text('nl', 'rankings', key), exact: true });
  await expect(section('statistics.challenge').getByRole('listitem').first()).toBeVisible();
  await expect(section('teams.title')).toBeHidden();
  const status = async (path: string, data?: object) => {
    const address = `${server.address}/platform/api/${path}`;
    return (await (data ? page.request.post(address, { data }) : page.request.get(address))).status();
  };
  for (const path of [
    'challenge_teams',
    `challenge_teams/${uuid}`,
    `challenge_teams/${uuid}/members`,
    `challenge_teams/${uuid}/members-contribution-distribution`,
    'team_stats_activities?periodType=challenge',
  ])
    expect(await status(path), path).toBe(404);
  expect(await status('challenge_teams', { name: 'The Early Birds' })).toBe(404);
  expect(await status(`challenge_teams/${uuid}/join`, {})).toBe(404);
  await server.end('SIGTERM');
});

// spec: role create team, route /teams/create
test('the app shows existing teams as read-only if people may not create teams', async ({ page }) => {
  const server = await startServer(await demoDatabase({ allowTeamCreation: false }));
  await page.goto(server.address);
  await signIn(page);
  const list = await (await page.request.get(`${server.address}/platform/api/challenge_teams`)).json();
  const own = list['hydra:member'].find((team: { isMember: boolean }) => team.isMember);
  await page.getByRole('link', { name: text('nl', 'teams', 'card.own') }).click();
  await expect(page.getByRole('heading', { level: 1, name: own.name })).toBeVisible();
  await expect(page.getByRole('link', { name: text('nl', 'teams', 'leave.action') })).toBeHidden();
  for (const path of ['teams/create', `teams/participate/${own.uuid}`, `teams/leave/${own.uuid}`]) {
    await page.goto(`${server.address}/${path}`);
    await expect(
      page.getByRole('heading', { level: 1, name: text('nl', 'layout', 'notFound.title') }),
      path,
    ).toBeVisible();
  }
  const made = await page.request.post(`${server.address}/platform/api/challenge_teams`, {
    data: { name: 'The Early Birds' },
  });
  expect(made.status()).toBe(404);
  await server.end('SIGTERM');
});

test('a name on a board links to that person’s profile, and a person’s own name to their own profile', async ({
  page,
}) => {
  await signInSilently(page, 'nl');
  const uri = await currentUri(page);
  await page.goto(`./challenges/ranking/${uri}`);
  const me = await (await page.request.get(`${api}/person_infos/me`)).json();
  const own = page.getByRole('row').filter({ hasText: `${me.givenName} ${me.surname}` });
  await expect(own.getByRole('link')).toHaveAttribute('href', '/my-profile');
  const first = page.getByRole('table').getByRole('link').first();
  const name = await first.textContent();
  await expect(first).toHaveAttribute('href', /^\/profile\/\d+$/);
  const box = await first.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await first.click();
  await expect(page.getByRole('heading', { level: 1, name: name ?? '' })).toBeVisible();
});
