import type { Page } from '@playwright/test';
import { demoDatabase } from './engine.ts';
import {
  expect,
  expectGoodPage,
  languageOf,
  languages,
  managed,
  password,
  signIn,
  signInSilently,
  test,
  text,
} from './fixtures.ts';
import { startServer } from './server.ts';

/** A word that appears on the demo company's info page, per language. */
const infoTexts = {
  en: 'Zennevaart on the Move',
  fr: 'Zennevaart en mouvement',
  nl: 'Zennevaart in beweging',
};

/** Blocks navigation to an address, and returns a function that unblocks this address. */
async function hold(page: Page, address: string): Promise<() => Promise<void>> {
  await page.route(address, (route) => route.fulfill({ status: 204 }));
  return () => page.unroute(address);
}

const language = languageOf(import.meta.filename);
const t = (key: string) => text(language, 'layout', key);

// spec: route /info, role anonymous
test(`visitors see the info page, and signed-in people see the info page without navigation, in ${language}`, async ({
  page,
}) => {
  await page.goto('./info');
  await page.getByRole('button', { name: new RegExp(`^${language}`, 'i') }).click();
  const heading = page.getByRole('heading', { level: 1, name: text(language, 'info', 'title') });
  await expect(heading).toBeVisible();
  await expect(page.getByText(infoTexts[language])).toBeVisible();
  await expectGoodPage(page);
  await signInSilently(page, language);
  await page.goto('./');
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: t('footer.info') })
    .click();
  await expect(page.getByText(infoTexts[language])).toBeVisible();
  for (const role of ['banner', 'contentinfo', 'navigation'] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expectGoodPage(page);
});

// spec: route /go-to-admin, text to management, call navigation /dashboard
test(`only organisers see the link to the management module, in ${language}`, async ({ page, refusals }) => {
  await signInSilently(page, language, 'organiser@example.com');
  await page.goto('./');
  const release = await hold(page, '**/dashboard');
  await page
    .getByRole('navigation', { name: t('menu') })
    .locator('a[href$="/go-to-admin"]')
    .click();
  await expect(page.getByText(t('management.redirecting'))).toBeVisible();
  await release();
  await page.reload();
  await expect(page).toHaveURL(/\/dashboard\b/);
  await expect(page.getByRole('link', { name: managed(language, 'app.toParticipants') })).toHaveAttribute(
    'href',
    '/',
  );
  await expectGoodPage(page);

  refusals.add(403);
  await signInSilently(page, language);
  await page.goto('./');
  await expect(page.getByRole('navigation', { name: t('menu') })).not.toContainText(t('management.title'));
  await expect(page.locator('a[href$="/go-to-admin"]')).toHaveCount(0);
  await page.goto('./go-to-admin');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('alert')).toContainText(t('management.forbidden'));
  expect((await page.goto('./dashboard'))?.status()).toBe(403);
  await expectGoodPage(page);
});

// spec: call navigation /dashboard, role anonymous
test('a signed-out person can sign in at the address of the management module', async ({ page }) => {
  expect((await page.goto('./dashboard'))?.status()).toBe(200);
  await signIn(page, 'organiser@example.com');
  await expect(page).toHaveURL(/\/dashboard\b/);
  await expect(page.getByRole('link', { name: managed('en', 'app.toParticipants') })).toBeVisible();
});

test('on a phone, the header has the personal links, and the button to log an activity is in the middle of the menu', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInSilently(page, 'nl', 'organiser@example.com');
  await page.goto('./');
  const account = page.getByRole('navigation', { name: text('nl', 'layout', 'account') });
  await expect(account.getByRole('link')).toHaveText(['Mijn profiel', 'Beheer', 'Afmelden']);
  const daily = page.getByRole('navigation', { name: text('nl', 'layout', 'menu') });
  await expect(daily.getByRole('link')).toHaveCount(5);
  const add = daily.getByRole('link', { name: text('nl', 'layout', 'addActivity') });
  await expect(add).toHaveAttribute('href', '/my-activities/add');
  const { x = 0, width = 0 } = (await add.boundingBox()) ?? {};
  expect(x + width / 2).toBe(195);
  await expectGoodPage(page);
});

// spec: route menu, route /, route /sign-up
test('the settings determine the menu, the cards, the picture and the logos', async ({ page }) => {
  const labels = { en: 'Handbook', fr: 'Manuel', nl: 'Handboek' };
  const picture =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
  const server = await startServer(
    await demoDatabase(
      {
        headerMode: 'light',
        headerPicture: picture,
        logoDark: 'logo-dark.svg?own',
        logoLight: 'https://pictures.example.com/logo.png',
        registerExtraTitleEn: 'Our own title',
        registerExtraTextEn: '<p>Our <em>own</em> text</p>',
        contactContentNl: '<p>Bel <a href="tel:+3223456789">het HR-team</a>.</p>',
        dashboardInfoTitleNl: 'Onze eigen kaart',
        dashboardInfoContentNl: '<p>Met tekst</p>',
        infoScreenFr: '',
      },
      async (db) => {
        for (const language of languages)
          await db
            .insertInto('menu_items')
            .values([
              { language, position: 1, label: `${labels[language]} 1`, url: '#/our-challenges' },
              { language, position: 2, label: `${labels[language]} 2`, url: 'https://example.com/handbook' },
              { language, position: 3, label: `${labels[language]} 3`, url: 'javascript:alert(1)' },
            ])
            .execute();
      },
    ),
  );
  await page.route('https://pictures.example.com/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: Buffer.from(picture.slice(22), 'base64') }),
  );
  await test.step('sign-up', async () => {
    await page.goto(`${server.address}/sign-up`);
    await page.getByRole('button', { name: /^EN/ }).click();
    await expect(page.getByRole('heading', { name: 'Our own title' })).toBeVisible();
    await expect(page.getByText('Our own text')).toBeVisible();
  });
  await test.step('info', async () => {
    await page.request.get(`${server.address}/global-challenge-language-switch?locale=fr`);
    await page.goto(`${server.address}/info`);
    await expect(page.getByText(text('fr', 'info', 'empty'))).toBeVisible();
  });
  const data = { username: 'participant@example.com', password };
  await page.request.post(`${server.address}/global-challenge-login`, { data });
  for (const language of languages)
    await test.step(`menu in ${language}`, async () => {
      await page.request.get(`${server.address}/global-challenge-language-switch?locale=${language}`);
      await page.goto(server.address);
      const menu = page.getByRole('navigation', { name: text(language, 'layout', 'menu') });
      await expect(menu.getByRole('link')).toHaveText([`${labels[language]} 1`, `${labels[language]} 2`]);
      await expect(menu.getByRole('link').first()).toHaveAttribute('href', '/our-challenges');
      await expect(menu.getByRole('link').last()).toHaveAttribute('href', 'https://example.com/handbook');
    });
  await test.step('dashboard', async () => {
    await expect(page.getByRole('region', { name: 'Onze eigen kaart' })).toContainText('Met tekst');
    const contact = page.getByRole('region', { name: text('nl', 'challenges', 'dashboard.questions') });
    await expect(contact.getByRole('link', { name: 'het HR-team' })).toHaveAttribute(
      'href',
      'tel:+3223456789',
    );
    await expect(page.locator(`img[src^="data:image/png"]`)).toBeVisible();
    for (const [colorScheme, logo] of [
      ['light', 'https://pictures.example.com/logo.png'],
      ['dark', 'logo-dark.svg?own'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      const image = page.getByRole('img', { name: 'Global Challenge' });
      await expect(image).toHaveAttribute('src', logo);
      expect(await image.evaluate((one: HTMLImageElement) => one.decode())).toBeUndefined();
      await expectGoodPage(page);
    }
  });
  await server.end('SIGTERM');
});

// spec: route /
test('the dashboard shows errors in red, but a missing challenge as plain text', async ({
  page,
  refusals,
}) => {
  refusals.add(500).add(404);
  await signInSilently(page, 'nl');
  let status = 500;
  await page.route(/\/platform\/api\/challenges\/(current|next|previous)$/, (route) =>
    route.fulfill({ status, json: { 'hydra:title': 'x', 'hydra:description': 'Dat lukt niet' } }),
  );
  await page.goto('./');
  await expect(page.getByRole('alert')).toContainText('Dat lukt niet');
  status = 404;
  await page.reload();
  await expect(page.getByText(text('nl', 'challenges', 'dashboard.noChallenge'))).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

// spec: constant abstraction
test('an abstraction challenge shows its own unit wherever kilometres are shown', async ({ page }) => {
  await signInSilently(page, 'nl');
  const answer = await page.request.get('./platform/api/challenges?uri=coast-to-ardennes');
  const challenge = (await answer.json())['hydra:member'][0];
  expect(challenge.type).toBe('abstraction');
  const translation = challenge.translations.find((one: { language: string }) => one.language === 'nl');
  await page.goto('./our-challenges/coast-to-ardennes');
  const { abstractionLabel } = translation;
  await expect(page.locator('dt', { hasText: new RegExp(`^${abstractionLabel}$`) })).toBeVisible();
  await expect(page.getByText(new RegExp(`van 1\\.800,00\\s${abstractionLabel}`)).first()).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText(abstractionLabel);
  await page.goto('./challenges/ranking/coast-to-ardennes');
  await expect(page.getByRole('columnheader', { name: abstractionLabel })).toBeVisible();
});
