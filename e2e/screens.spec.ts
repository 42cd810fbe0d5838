import { expect, expectGoodPage, expectNoSidewaysScroll, type Language, signIn, test } from './journey.ts';

/**
 * Every screen, by its address; `{uri}` is the current challenge's, `{uuid}` an own activity's, `{team}` one's
 * own team's, `{otherTeam}` another's.
 */
const anonymous = [
  '',
  'sign-up',
  'sign-up/identity',
  'forgot-password',
  'reset-password/no-such-link',
  'info',
  'faq/libraries/1',
  'who-sees-what',
];
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
  'our-statistics/{uri}/teams',
  'challenges/ranking/{uri}/teams',
  'teams/create',
  'teams/info/{team}',
  'teams/info/{otherTeam}',
  'teams/participate/{otherTeam}',
  'teams/leave/{team}',
  'my-profile',
  'my-profile/edit',
  'my-profile/settings',
  'my-profile/delete',
  'my-profile/own-apps',
  'profile/7',
  'profile/999999',
  'who-sees-what',
  'info',
  'faq/libraries/1',
  'faq/libraries/999',
  'dashboard',
  'no-such-page',
];

/** Accessibility is checked once in light colours and once in dark ones; the width in every look. */
const looks: { language: Language; width: number; colorScheme: 'light' | 'dark'; axe?: true }[] = [
  { language: 'nl', width: 1280, colorScheme: 'light', axe: true },
  { language: 'fr', width: 390, colorScheme: 'light' },
  { language: 'en', width: 390, colorScheme: 'dark', axe: true },
  { language: 'fr', width: 1280, colorScheme: 'dark' },
];

for (const { language, width, colorScheme, axe } of looks)
  test(`every screen ${axe ? 'is accessible and ' : ''}fits in ${language} at ${width} pixels, ${colorScheme}`, async ({
    page,
    context,
    baseURL,
    refusals,
  }) => {
    // Some forty screens.
    test.setTimeout(300_000);
    // Addresses of what does not exist, and of what is not for a participant.
    for (const status of [404, 403]) refusals.add(status);
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await context.addCookies([{ name: 'locale', value: language, url: baseURL ?? '' }]);
    const visit = async (address: string) => {
      await page.goto(`./${address}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await test.step(`/${address}`, () => (axe ? expectGoodPage : expectNoSidewaysScroll)(page));
    };

    for (const address of anonymous) await visit(address);
    await page.goto('./');
    await signIn(page, 'participant@example.com', language);
    const names = await page.evaluate(async () => {
      const read = async (path: string) => (await fetch(path)).json();
      const me = await read('/platform/api/person_infos/me');
      const own = await read(`/platform/api/activities?person=${me.iri}`);
      const challenge = await read('/platform/api/challenges/current');
      const teams: { uuid: string; isMember: boolean }[] = (await read('/platform/api/challenge_teams'))[
        'hydra:member'
      ];
      return {
        uri: challenge.uri as string,
        uuid: own['hydra:member'][0].uuid as string,
        team: teams.find(({ isMember }) => isMember)?.uuid ?? '',
        otherTeam: teams.find(({ isMember }) => !isMember)?.uuid ?? '',
      };
    });
    // Signing in switches to the person's language: this look is about another one.
    await context.addCookies([{ name: 'locale', value: language, url: baseURL ?? '' }]);
    for (const address of signedIn)
      await visit(address.replace(/\{(\w+)\}/, (_, name) => names[name as keyof typeof names]));
  });
