import { demoDatabase } from './engine.ts';
import { expect, expectGoodPage, languages, signIn, test, text, waitUntilIdle } from './fixtures.ts';
import { startServer } from './server.ts';

// spec: route any other (signed out), route sign-in variants, rule sign-in, text value required
test('the sign-in page has all its parts in three languages, and requires both fields', async ({ page }) => {
  const server = await startServer(
    await demoDatabase({ faqLibraryId: 1, stravaApproved: true, providerLogo: 'demo-provider-logo.svg' }),
  );
  await page.goto(`${server.address}/no/such/page`);
  for (const language of languages) {
    const t = (key: string) => text(language, 'sessions', `signIn.${key}`);
    const switches = page.getByRole('navigation');
    await switches.getByRole('button', { name: language.toUpperCase() }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('title') })).toBeVisible();
    await expect(switches.getByRole('button')).toHaveCount(3);
    await expect(page.getByRole('img', { name: 'Global Challenge' })).toBeVisible();
    const logo = page.getByRole('img', { name: t('providerLogo') });
    await expect
      .poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await expect(page.getByText(t('strava'))).toBeVisible();
    const link = (key: string) => page.getByRole('link', { name: t(key) });
    await expect(link('faq')).toHaveAttribute('href', '/faq/libraries/1');
    await expect(link('signUp')).toHaveAttribute('href', '/sign-up');
    await expect(link('forgot')).toHaveAttribute('href', '/forgot-password');
    await page.getByRole('button', { name: t('send') }).click();
    await expect(page.getByText(text(language, 'validation', 'value.required'))).toHaveCount(2);
    await expect(page.getByLabel(t('email'))).toBeFocused();
    const password = page.getByLabel(t('password'), { exact: true });
    await password.press('Tab');
    await expect(page.getByRole('button', { name: text(language, 'common', 'showPassword') })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(password).toHaveAttribute('type', 'text');
    await page.keyboard.press('Enter');
    await expect(password).toHaveAttribute('type', 'password');
    await expectGoodPage(page);
  }
  await waitUntilIdle(page);
  await server.end('SIGTERM');
});

test('the heading and the fields stay in place after a wrong password', async ({ page, refusals }) => {
  refusals.add(401);
  const t = (key: string) => text('nl', 'sessions', `signIn.${key}`);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('./');
    const password = page.getByLabel(t('password'), { exact: true });
    const standing = async () => [
      await page.getByRole('heading', { level: 1 }).boundingBox(),
      await page.getByLabel(t('email')).boundingBox(),
      await password.boundingBox(),
    ];
    await page.getByLabel(t('email')).fill('nobody@example.com');
    await password.fill('not the password');
    const before = await standing();
    await page.getByRole('button', { name: t('send') }).click();
    await expect(page.getByRole('alert')).toBeFocused();
    expect(await standing()).toEqual(before);
  }
});

test('the sign-in page offers the browser’s language, and loads its texts only when a person chooses it', async ({
  browser,
  baseURL,
}) => {
  const french = await browser.newContext({ locale: 'fr-BE', baseURL: baseURL ?? '' });
  const page = await french.newPage();
  const loaded: string[] = [];
  page.on('request', (request) => {
    const [, language] = request.url().match(/\/translations\/(\w+)/) ?? [];
    if (language) loaded.push(language);
  });
  const title = (language: 'fr' | 'nl') =>
    page.getByRole('heading', { level: 1, name: text(language, 'sessions', 'signIn.title') });
  await page.goto('./');
  await expect(title('nl')).toBeVisible();
  const offer = page.getByRole('button', { name: 'Voir cette page en français' });
  await expect(offer).toHaveAttribute('lang', 'fr');
  expect(loaded).toEqual(['nl']);
  await offer.click();
  await expect(title('fr')).toBeVisible();
  expect(loaded).toEqual(['nl', 'fr']);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('button', { name: 'Bekijk deze pagina in het Nederlands' })).toBeFocused();
  await expectGoodPage(page);
  // The app remembers the chosen language.
  await page.reload();
  await expect(page.getByLabel(text('fr', 'sessions', 'signIn.email'))).toBeVisible();
  await expect(page.getByRole('button', { name: 'Voir cette page en français' })).toBeHidden();
  await french.close();
});

// spec: state after sign-in, constant last participation
test('an invitation link opened less than an hour ago takes effect after signing in', async ({
  page,
  refusals,
}) => {
  refusals.add(404);
  // Calls that are still running when the person signs out get a 401 response.
  refusals.add(401);
  const uuid = '6f2b1f3a-0d2c-4c1e-9a56-0a5f6f1c2d3e';
  const invite = (secondsAgo: number) =>
    page.evaluate(
      ([id, ago]) => {
        const kept = { uuid: id, timestamp: Date.now() - Number(ago) * 1000, address: location.href };
        localStorage.setItem('last-participation-page', JSON.stringify(kept));
      },
      [uuid, secondsAgo],
    );
  await page.goto('./');
  await invite(3601);
  await signIn(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
  // Requests that are still running when the session ends would be refused.
  await waitUntilIdle(page);
  await page.goto('./logout');
  await invite(3500);
  await signIn(page);
  await expect(page).toHaveURL(new RegExp(`/teams/participate/${uuid}$`));
});

test('a person who signs in at any address stays at that address', async ({ page }) => {
  await page.goto('./our-challenges');
  await expect(page.getByLabel(text('nl', 'sessions', 'signIn.email'))).toBeVisible();
  await signIn(page);
  await expect(
    page.getByRole('heading', { level: 1, name: text('nl', 'challenges', 'ourChallenges.title') }),
  ).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/our-challenges');
});

test('the app asks a person whose session expired to sign in again, and keeps the typed text', async ({
  page,
  context,
  refusals,
}) => {
  refusals.add(401);
  await page.goto('./my-activities/add');
  await signIn(page);
  const info = page.getByLabel(text('nl', 'activities', 'form.info'));
  await info.fill('Nog niet bewaard');
  await page.getByLabel(text('nl', 'activities', 'form.time')).fill('00:30:00');
  await context.clearCookies();
  await page.getByRole('button', { name: text('nl', 'activities', 'add.submit') }).click();
  const dialog = page.getByRole('dialog', { name: text('nl', 'sessions', 'again.title') });
  await expect(dialog).toBeVisible();
  await dialog
    .getByLabel(text('nl', 'sessions', 'signIn.password'), { exact: true })
    .fill('a password for the demo');
  await dialog.getByRole('button', { name: text('nl', 'sessions', 'signIn.send') }).click();
  await expect(dialog).toBeHidden();
  await expect(info).toHaveValue('Nog niet bewaard');
  await page.getByRole('button', { name: text('nl', 'activities', 'add.submit') }).click();
  await expect(page.getByText(text('nl', 'activities', 'mine.added'))).toBeVisible();
});

test('a wrong password shows an error in the language of the page', async ({ page, refusals }) => {
  refusals.add(401);
  await page.goto('./');
  await page.getByRole('button', { name: /Français/ }).click();
  await page.getByLabel(text('fr', 'sessions', 'signIn.email')).fill('nobody@example.com');
  await page.getByLabel(text('fr', 'sessions', 'signIn.password'), { exact: true }).fill('not the password');
  await page.getByRole('button', { name: text('fr', 'sessions', 'signIn.send') }).click();
  await expect(page.getByRole('alert')).toContainText(text('fr', 'problems', 'badCredentials.detail'));
});
