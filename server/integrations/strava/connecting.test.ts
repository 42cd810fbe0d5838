import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SimulatedStrava } from '../../../simulators/strava/strava.ts';
import type { World } from '../../../simulators/world.ts';
import {
  type ConnectedStrava,
  connectedStrava,
  stravaReturn,
  usualScopes,
} from '../../testing/connected-strava.ts';

let at: ConnectedStrava;
let strava: SimulatedStrava;
let world: World;

beforeEach(async () => {
  at = await connectedStrava();
  ({ strava, world } = at.services);
});
afterEach(() => at.close());

describe('connecting Strava', () => {
  it('accepts a granted consent', async () => {
    const { athleteId, arrival } = await at.agree();
    expect(arrival.query.get('state')).toBe('xyz');
    const grant = await at.provider.grant(arrival, world.now());
    expect(grant).toMatchObject({ userId: String(athleteId), scopes: usualScopes });
    expect(world.now().until(grant.tokens.expiresAt).total('hours')).toBeCloseTo(6, 1);
    await at.provider.check(at.accessOf(grant));
  });

  it('rejects consent that lacks the required scope, and revokes the tokens', async () => {
    const { athleteId, arrival } = await at.agree({ scopes: ['read'] });
    await expect(at.provider.grant(arrival, world.now())).rejects.toMatchObject({ kind: 'consent' });
    expect(strava.consents.scopesOf(athleteId)).toEqual([]);
  });

  it('redirects back without a code if consent is denied', async () => {
    const { arrival } = await at.agree({ allows: false });
    expect(Object.fromEntries(arrival.query)).toEqual({ state: 'xyz', error: 'access_denied' });
  });

  it('shows no consent page for another app, another site or an unknown scope', () => {
    const page = new URL(
      at.provider.consentAddress({ redirectUri: stravaReturn, state: 'xyz', codeChallenge: '' }),
    );
    const asked = Object.fromEntries(page.searchParams);
    for (const wrong of [
      { client_id: '1' },
      { redirect_uri: 'https://elsewhere.example/strava/return' },
      { response_type: 'token' },
      { scope: 'read activity:read' },
    ])
      expect(() => strava.consents.check({ ...asked, ...wrong })).toThrow('Bad Request');
  });

  it('reports a wrong client secret as an operator error', async () => {
    const { arrival } = await at.agree();
    const wrong = at.providerWith({ clientSecret: 'wrong' });
    await expect(wrong.grant(arrival, world.now())).rejects.toMatchObject({ kind: 'operator' });
    await expect(
      wrong.subscribe?.(at.receiver.address, at.receiver.memory, world.now()),
    ).rejects.toMatchObject({
      kind: 'operator',
    });
  });

  it('rejects a code that was used or has expired', async () => {
    const { arrival } = await at.agree();
    await at.provider.grant(arrival, world.now());
    await expect(at.provider.grant(arrival, world.now())).rejects.toMatchObject({ kind: 'refused' });
    const { arrival: late } = await at.agree();
    await world.advance({ minutes: 11 });
    await expect(at.provider.grant(late, world.now())).rejects.toMatchObject({ kind: 'refused' });
  });
});

describe('Strava tokens', () => {
  it('are replaced if they expire within an hour, which invalidates the old refresh token', async () => {
    const { grant } = await at.couple();
    const early = await at.provider.refresh?.(grant.tokens, world.now());
    expect(early).toEqual(grant.tokens);
    await world.advance({ hours: 5, minutes: 30 });
    const renewed = await at.provider.refresh?.(grant.tokens, world.now());
    expect(renewed?.refreshToken).not.toBe(grant.tokens.refreshToken);
    expect(renewed?.accessToken).not.toBe(grant.tokens.accessToken);
    await expect(at.provider.refresh?.(grant.tokens, world.now())).rejects.toMatchObject({ kind: 'gone' });
    if (renewed) await at.provider.check(at.accessOf({ ...grant, tokens: renewed }));
  });

  it('expire after six hours', async () => {
    const { access } = await at.couple();
    await world.advance({ hours: 6, minutes: 1 });
    await expect(at.provider.check(access)).rejects.toMatchObject({ kind: 'access' });
  });

  it('become invalid when consent is revoked at Strava', async () => {
    const { athleteId, grant, access } = await at.couple();
    await strava.uncouple(athleteId);
    await expect(at.listAll(access)).rejects.toMatchObject({ kind: 'access' });
    await expect(at.provider.refresh?.(grant.tokens, world.now())).rejects.toMatchObject({ kind: 'gone' });
  });

  it('can be revoked more than once', async () => {
    const { athleteId, grant, access } = await at.couple();
    await at.provider.revoke(access, grant.tokens);
    expect(strava.consents.scopesOf(athleteId)).toEqual([]);
    await at.provider.revoke(access, grant.tokens);
  });

  it('require a new consent instead of a renewal if they lack the scope', async () => {
    const { athleteId, grant } = await at.couple();
    const { clientId, clientSecret } = at.services.client;
    const { tokens } = strava.consents.answer({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'authorization_code',
      code: strava.consents.code(athleteId, ['read']),
    });
    const { access_token: accessToken } = tokens as { access_token: string };
    const access = { ...at.accessOf(grant), accessToken };
    await expect(at.listAll(access)).rejects.toMatchObject({ kind: 'consent' });
  });
});
