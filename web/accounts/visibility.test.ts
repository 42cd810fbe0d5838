import { expect, it } from 'vitest';
import { namesShown } from '../../contract/people.ts';
import { type Setup, visibility } from './visibility.ts';

const everythingOn: Setup = {
  teamsEnabled: true,
  likesEnabled: true,
  commentsEnabled: true,
  areActivitiesByReason: false,
  hasProviders: true,
  services: [
    { platform: 'Garmin', shown: 'full' },
    { platform: 'Strava', shown: 'score_only' },
    { platform: 'Polar', shown: 'none' },
  ],
  nameShown: 'full',
};
const itemsOf = (setup: Setup) => visibility(setup).flatMap(({ items }) => items);
const namesOf = (setup: Setup) => itemsOf(setup).map(({ name }) => name);
const visibilityIn = (setup: Setup, name: string) =>
  itemsOf(setup).find((item) => item.name === name)?.visibilities;

it('«who sees what» omits features that are switched off, and audiences that do not exist', () => {
  const off = (switched: Partial<Setup>) => namesOf({ ...everythingOn, ...switched });
  expect(off({})).toEqual(
    expect.arrayContaining(['team', 'contribution', 'likes', 'comments', 'flags', 'identities']),
  );
  expect(off({ teamsEnabled: false })).not.toContain('team');
  expect(off({ likesEnabled: false })).not.toContain('likes');
  expect(off({ commentsEnabled: false })).not.toContain('flags');
  expect(off({ hasProviders: false })).not.toContain('identities');
  const withoutTeams = { ...everythingOn, teamsEnabled: false };
  for (const { visibilities } of itemsOf(withoutTeams)) expect(visibilities).not.toHaveProperty('team');
  const silent = { ...everythingOn, likesEnabled: false, commentsEnabled: false };
  expect(visibility(silent).map(({ name }) => name)).not.toContain('said');
});

it('«who sees what» reflects the name that the person chose to show', () => {
  const as = (nameShown: Setup['nameShown'], name: string) =>
    visibilityIn({ ...everythingOn, nameShown }, name)?.participants;
  expect(namesShown.map((way) => as(way, 'name'))).toEqual(['yes', 'no', 'no']);
  expect(namesShown.map((way) => as(way, 'nickname'))).toEqual([undefined, 'yes', undefined]);
  expect(namesShown.map((way) => as(way, 'profile'))).toEqual(['yes', 'yes', 'no']);
  expect(namesShown.map((way) => as(way, 'comments'))).toEqual(['yes', 'nickname', 'unnamed']);
  for (const name of ['name', 'nickname', 'profile']) expect(as(undefined, name)).toBe('chosen');
  for (const name of ['activities', 'team', 'likes']) expect(as(undefined, name)).toBe('named');
});

it('«who sees what» hides private data from participants and teams, and the password from everybody', () => {
  for (const nameShown of [...namesShown, undefined])
    for (const name of [
      'email',
      'language',
      'guestCode',
      'identities',
      'flags',
      'securityEvents',
      'password',
    ]) {
      const visibilities = visibilityIn({ ...everythingOn, nameShown }, name);
      expect(visibilities).toEqual({
        participants: 'no',
        team: 'no',
        organisers: name === 'password' ? 'no' : 'yes',
      });
    }
});

it('«who sees what» says for each offered service which data others see', () => {
  const shown = (name: string) => visibilityIn(everythingOn, name)?.participants;
  expect(['Garmin', 'Strava', 'Polar', 'Fitbit'].map(shown)).toEqual(['yes', 'score', 'no', undefined]);
  for (const name of ['couplings', 'tokens', 'device', 'secondFactor', 'sessions', 'consent'])
    expect(visibilityIn(everythingOn, name)).toEqual({ participants: 'no', team: 'no', organisers: 'no' });
  expect(namesOf({ ...everythingOn, services: [] })).not.toContain('couplings');
});

it('«who sees what» says whether organisers must give a reason to see activities', () => {
  const organisers = (areActivitiesByReason: boolean) =>
    ['activities', 'info', 'Garmin'].map(
      (name) => visibilityIn({ ...everythingOn, areActivitiesByReason }, name)?.organisers,
    );
  expect(organisers(false)).toEqual(['yes', 'yes', 'yes']);
  expect(organisers(true)).toEqual(['reason', 'reason', 'reason']);
});
