import { expect, expectGoodPage, type Language, signIn, test } from './journey.ts';

/** Every screen, by its address; `{uri}` is the current challenge's, `{uuid}` an own activity's. */
const anonymous = ['', 'sign-up'];
const signedIn = [
  '',
  'my-activities',
  'my-activities/add',
  'my-activities/edit/{uuid}',
  'our-challenges',
  'our-challenges/{uri}',
  'our-challenges/no-such-challenge',
  'challenges/ranking/{uri}',
  'our-statistics',
  'our-statistics/{uri}',
  'our-statistics/monthly',
  'our-statistics/weekly/running?offset=-1',
  'no-such-page',
];

const looks: { language: Language; width: number; colorScheme: 'light' | 'dark' }[] = [
  { language: 'nl', width: 1280, colorScheme: 'light' },
  { language: 'fr', width: 390, colorScheme: 'light' },
  { language: 'en', width: 390, colorScheme: 'dark' },
  { language: 'fr', width: 1280, colorScheme: 'dark' },
];

for (const { language, width, colorScheme } of looks)
  test(`every screen is accessible and fits in ${language} at ${width} pixels, ${colorScheme}`, async ({
    page,
    context,
    baseURL,
  }) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await context.addCookies([{ name: 'locale', value: language, url: baseURL ?? '' }]);
    const visit = async (address: string) => {
      await page.goto(`./${address}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await test.step(`/${address}`, () => expectGoodPage(page));
    };

    for (const address of anonymous) await visit(address);
    await page.goto('./');
    await signIn(page, 'participant@example.com', language);
    const { uri, uuid } = await page.evaluate(async () => {
      const read = async (path: string) => (await fetch(path)).json();
      const me = await read('/platform/api/person_infos/me');
      const own = await read(`/platform/api/activities?person=${me.iri}`);
      const challenge = await read('/platform/api/challenges/current');
      return { uri: challenge.uri as string, uuid: own['hydra:member'][0].uuid as string };
    });
    // Signing in switches to the person's language: this look is about another one.
    await context.addCookies([{ name: 'locale', value: language, url: baseURL ?? '' }]);
    for (const address of signedIn) await visit(address.replace('{uri}', uri).replace('{uuid}', uuid));
  });
