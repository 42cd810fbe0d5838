import type { Page } from '@playwright/test';

/** Every screen for visitors, by its address. */
export const visitorsScreens = [
  '',
  'sign-up',
  'sign-up/identity',
  'forgot-password',
  'reset-password/no-such-link',
  'info',
  'faq/libraries/1',
  'who-sees-what',
];

/**
 * Every screen for participants; `{uri}` is the current challenge's, `{uuid}` an own activity's, `{team}` one's own
 * team's, `{otherTeam}` another's.
 */
export const participantsScreens = [
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

/** The addresses of `participantsScreens` for the person signed in on the page. */
export async function addressesOf(page: Page): Promise<string[]> {
  const names: Record<string, string> = await page.evaluate(async () => {
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
  return participantsScreens.map((address) => address.replace(/\{(\w+)\}/, (_, name) => names[name] ?? ''));
}
