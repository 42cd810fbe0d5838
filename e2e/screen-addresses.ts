import type { Page } from '@playwright/test';

/** The addresses of all screens for visitors. */
export const visitorsScreens = [
  '',
  'sign-up',
  'sign-up/identity',
  'forgot-password',
  'reset-password/no-such-link',
  'info',
  'faq/libraries/1',
  'who-sees-what',
  'privacy',
];

/**
 * The addresses of all screens for participants. `{uri}` stands for the current challenge, `{uuid}` for one of the
 * person's own activities, `{team}` for the person's own team, and `{otherTeam}` for another team.
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
  'privacy',
  'info',
  'faq/libraries/1',
  'faq/libraries/999',
  'dashboard',
  'no-such-page',
];

/** The addresses of `participantsScreens`, filled in for the person who is signed in on the page. */
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
