import { describe, expect, it } from 'vitest';
import type { OpenIdSettings } from '../provider-settings.ts';
import { groupGrantsOf } from './group-grants.ts';

const provider: OpenIdSettings = {
  key: 'work',
  label: 'Work',
  issuer: 'https://login.example',
  clientId: 'challenge',
  clientSecret: 'secret',
  scope: 'openid',
  mailDomains: [],
  trustAddresses: false,
  trusted: true,
  roles: { organiser: ['hr'], moderator: ['press', 'hr'], analyst: ['board', 'press'] },
  teams: { north: 'Team North', south: 'Team South' },
};

describe('the groups of a person', () => {
  it.each([
    [{ groups: ['hr', 'south', 'north'] }, { role: 'organiser', team: 'Team North' }],
    [{ groups: ['press'] }, { role: 'moderator', team: null }],
    [{ groups: 'press' }, { role: 'moderator', team: null }],
    [{ groups: ['board'] }, { role: 'analyst', team: null }],
    [{ groups: ['HR', '__proto__', 7, null] }, { role: null, team: null }],
    [{ groups: [] }, { role: null, team: null }],
    [{}, { role: null, team: null }],
    [{ _claim_names: { groups: 'src1' } }, 'unknown'],
    [{ hasgroups: true }, 'unknown'],
  ])('%j give %j', (claims, grants) => {
    expect(groupGrantsOf(provider, claims)).toEqual(grants);
  });

  it('are read from another claim if the settings name one', () => {
    const claims = { groups: ['hr'], roles: ['press'] };
    expect(groupGrantsOf({ ...provider, groupsClaim: 'roles' }, claims)).toMatchObject({ role: 'moderator' });
  });

  it('give nothing if the provider is not trusted or the settings name no groups', () => {
    const claims = { groups: ['hr'] };
    expect(groupGrantsOf({ ...provider, trusted: false }, claims)).toBeUndefined();
    const { roles: _, teams: __, ...plain } = provider;
    expect(groupGrantsOf(plain, claims)).toBeUndefined();
  });
});
