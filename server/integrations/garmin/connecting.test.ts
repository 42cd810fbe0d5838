import { randomPKCECodeVerifier } from 'openid-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SimulatedGarmin } from '../../../simulators/garmin/garmin.ts';
import type { World } from '../../../simulators/world.ts';
import {
  type ConnectedGarmin,
  connectedGarmin,
  garminReturn,
  usualPermissions,
} from '../../testing/connected-garmin.ts';
import { garmin as adapter } from './garmin.ts';

let at: ConnectedGarmin;
let garmin: SimulatedGarmin;
let world: World;

beforeEach(async () => {
  at = await connectedGarmin();
  ({ garmin, world } = at.services);
});
afterEach(() => at.close());

describe('connecting Garmin', () => {
  it('accepts a granted consent', async () => {
    const { userId, arrival } = await at.agree();
    expect(arrival.query.get('state')).toBe('xyz');
    const grant = await at.provider.grant(arrival, world.now());
    expect(grant).toMatchObject({ userId, scopes: usualPermissions });
    expect(world.now().until(grant.tokens.expiresAt).total('hours')).toBeCloseTo(24, 1);
    await at.provider.check(at.accessOf(grant));
  });

  it('accepts permissions that are wrapped in an object', async () => {
    garmin.wrapsPermissions = true;
    expect((await at.couple()).grant.scopes).toEqual(usualPermissions);
  });

  it('rejects consent that lacks the required permission, and revokes the tokens', async () => {
    const { userId, arrival } = await at.agree({ permissions: ['HEALTH_EXPORT'] });
    await expect(at.provider.grant(arrival, world.now())).rejects.toMatchObject({ kind: 'consent' });
    expect(garmin.members.one(userId).isCoupled).toBe(false);
    expect(await at.events()).toEqual([{ userId, kind: 'revoked' }]);
  });

  it('redirects back without a code if consent is denied', async () => {
    const { arrival } = await at.agree({ allows: false });
    expect(Object.fromEntries(arrival.query)).toEqual({ state: 'xyz', error: 'access_denied' });
  });

  it('reports a wrong client secret as an operator error', async () => {
    const { arrival } = await at.agree();
    const wrong = adapter({ ...at.services.client, clientSecret: 'wrong', baseUrl: at.baseUrl });
    await expect(wrong.grant(arrival, world.now())).rejects.toMatchObject({ kind: 'operator' });
  });

  it('rejects a code that was used, has expired or comes with the wrong verifier or redirect address', async () => {
    const { arrival } = await at.agree();
    await at.provider.grant(arrival, world.now());
    const refused = { kind: 'refused' };
    await expect(at.provider.grant(arrival, world.now())).rejects.toMatchObject(refused);
    const other = (await at.agree()).arrival;
    const another = { ...other, codeVerifier: randomPKCECodeVerifier() };
    await expect(at.provider.grant(another, world.now())).rejects.toMatchObject(refused);
    const elsewhere = { ...other, redirectUri: 'https://challenge.example/other' };
    await expect(at.provider.grant(elsewhere, world.now())).rejects.toMatchObject(refused);
    await world.advance({ minutes: 11 });
    await expect(at.provider.grant(other, world.now())).rejects.toMatchObject(refused);
  });

  it('shows no consent page without a code challenge, or for a wrong redirect address or client', () => {
    const address = at.provider.consentAddress({
      redirectUri: garminReturn,
      state: 'xyz',
      codeChallenge: 'c'.repeat(43),
    });
    const asked = Object.fromEntries(new URL(address).searchParams);
    const decision = {
      userId: garmin.members.add('Eka').userId,
      permissions: usualPermissions,
      allows: true,
    };
    const asking = (changes: object) => () => garmin.decide({ ...asked, ...changes }, decision);
    expect(asking({})()).toContain('code=');
    for (const changes of [
      { code_challenge: undefined },
      { code_challenge_method: 'plain' },
      { redirect_uri: 'https://evil.example/' },
      { client_id: 'theirs' },
    ])
      expect(asking(changes)).toThrow('invalid_request');
  });

  it('replaces the refresh token at each renewal', async () => {
    const { grant } = await at.couple();
    const renewed = await at.provider.refresh?.(grant.tokens, world.now());
    if (!renewed) throw new Error('nothing renewed');
    expect(renewed.refreshToken).not.toBe(grant.tokens.refreshToken);
    await at.provider.check(at.accessOf({ ...grant, tokens: renewed }));
    await expect(at.provider.refresh?.(grant.tokens, world.now())).rejects.toMatchObject({ kind: 'gone' });
    await at.provider.refresh?.(renewed, world.now());
  });

  it('requires a new consent after three months without use', async () => {
    const { grant } = await at.couple();
    await world.advance({ hours: 24 * 60 });
    const renewed = await at.provider.refresh?.(grant.tokens, world.now());
    await world.advance({ hours: 24 * 60 });
    const again = renewed && (await at.provider.refresh?.(renewed, world.now()));
    await world.advance({ hours: 24 * 91 });
    if (!again) throw new Error('nothing renewed');
    await expect(at.provider.refresh?.(again, world.now())).rejects.toMatchObject({ kind: 'gone' });
  });

  it('detects an expired token, and a token revoked at Garmin', async () => {
    const { grant, access } = await at.couple();
    await world.advance({ hours: 25 });
    await expect(at.provider.check(access)).rejects.toMatchObject({ kind: 'access' });
    garmin.uncouple(grant.userId);
    expect(await at.events()).toEqual([{ userId: grant.userId, kind: 'revoked' }]);
    await expect(at.provider.refresh?.(grant.tokens, world.now())).rejects.toMatchObject({ kind: 'gone' });
  });

  it('allows disconnecting more than once, even with an expired access token', async () => {
    const { grant, access } = await at.couple();
    await world.advance({ hours: 25 });
    await at.provider.revoke(access, grant.tokens);
    expect(garmin.members.one(grant.userId).isCoupled).toBe(false);
    await at.provider.revoke(access, grant.tokens);
    const again = await at.couple(usualPermissions, grant.userId);
    expect(again.grant.userId).toBe(grant.userId);
  });
});
