import { expect, expectGoodPage, test } from './fixtures.ts';

const variants = [
  { width: 390, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;
const pages = [
  '',
  'participants/',
  'fr/participants/privacy.html',
  'organisers/people.html',
  'read-me.html',
  'developers/api.html',
  'decisions/0002-database.html',
];

for (const { width, colorScheme } of variants)
  test(`pages of the documentation are accessible and fit a width of ${width} pixels, in ${colorScheme} mode`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    for (const path of pages) {
      await page.goto(`./docs/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectGoodPage(page);
      const broken = await page.evaluate(async () => {
        const pictures = [...document.images];
        for (const picture of pictures) picture.loading = 'eager';
        await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
        return pictures.filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src);
      });
      expect(broken).toEqual([]);
    }
  });

test('readers find pages through the menu and by search, and can change the language', async ({
  page,
  platform,
}) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(platform.address)) outside.push(request.url());
  });
  await page.goto('./docs');
  await expect(page).toHaveURL(/\/docs\/$/);
  await page.getByRole('main').getByRole('link', { name: 'Participants' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Taking part');
  await page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'Your privacy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Your privacy');
  await page.getByRole('button', { name: 'Change language' }).hover();
  await page.getByRole('link', { name: 'Nederlands' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Je privacy');
  await page.getByRole('button', { name: 'Zoeken' }).click();
  await page.getByRole('searchbox').fill('kapitein');
  await page.getByRole('option').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Klassementen en teams');
  expect(outside).toEqual([]);
});
