import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SimulatedPolar } from '../../../simulators/polar/polar.ts';
import type { World } from '../../../simulators/world.ts';
import { type ConnectedPolar, connectedPolar, polarReturn } from '../../testing/connected-polar.ts';
import { polar as adapter } from './polar.ts';

let at: ConnectedPolar;
let polar: SimulatedPolar;
let world: World;

beforeEach(async () => {
  at = await connectedPolar();
  ({ polar, world } = at.services);
});
afterEach(() => at.close());

describe('connecting Polar', () => {
  it('accepts a granted consent, and registers the person under a random name', async () => {
    const { userId, arrival } = await at.agree();
    expect(arrival.query.get('state')).toBe('xyz');
    const grant = await at.provider.grant(arrival, world.now());
    expect(grant).toMatchObject({
      userId: String(userId),
      scopes: ['accesslink.read_all'],
      tokens: { refreshToken: null },
    });
    expect(polar.members.one(userId).registration?.memberId).toBe(arrival.memberId);
    expect(world.now().until(grant.tokens.expiresAt).total('hours')).toBeGreaterThan(24 * 364);
    expect(at.provider.refresh).toBeUndefined();
    await at.provider.check(at.accessOf(grant));
  });

  it('rejects a person who has not accepted Polar’s terms', async () => {
    const { arrival } = await at.agree({ hasConsents: false });
    await expect(at.provider.grant(arrival, world.now())).rejects.toMatchObject({ kind: 'consent' });
  });

  it('redirects back without a code if consent is denied', async () => {
    const { arrival } = await at.agree({ allows: false });
    expect(Object.fromEntries(arrival.query)).toEqual({ state: 'xyz', error: 'access_denied' });
  });

  it('reports a wrong client secret as an operator error', async () => {
    const wrong = adapter({ ...at.services.client, clientSecret: 'wrong', baseUrl: at.baseUrl });
    const operator = { kind: 'operator' };
    await expect(wrong.grant((await at.agree()).arrival, world.now())).rejects.toMatchObject(operator);
    await expect(
      wrong.subscribe?.(at.receiver.address, at.receiver.memory, world.now()),
    ).rejects.toMatchObject(operator);
  });

  it('makes Polar revoke all tokens if a code is used twice', async () => {
    const { arrival } = await at.agree();
    const grant = await at.provider.grant(arrival, world.now());
    await expect(at.provider.grant(arrival, world.now())).rejects.toMatchObject({ kind: 'refused' });
    await expect(at.provider.check(at.accessOf(grant))).rejects.toMatchObject({ kind: 'gone' });
  });

  it('rejects a code that has expired or comes with the wrong redirect address', async () => {
    const { arrival } = await at.agree();
    const refused = { kind: 'refused' };
    const elsewhere = { ...arrival, redirectUri: 'https://challenge.example/other' };
    await expect(at.provider.grant(elsewhere, world.now())).rejects.toMatchObject(refused);
    await world.advance({ minutes: 11 });
    await expect(at.provider.grant(arrival, world.now())).rejects.toMatchObject(refused);
  });

  it('shows no consent page for a wrong redirect address, scope or client', () => {
    const address = at.provider.consentAddress({ redirectUri: polarReturn, state: 'xyz', codeChallenge: '' });
    const asked = Object.fromEntries(new URL(address).searchParams);
    const decision = { userId: polar.members.add('Eka').userId, hasConsents: true, allows: true };
    for (const changes of [
      { redirect_uri: 'https://evil.example/' },
      { scope: 'all' },
      { client_id: 'theirs' },
    ])
      expect(() => polar.decide({ ...asked, ...changes }, decision)).toThrow('400');
  });

  it('works for a person who is already registered', async () => {
    const { userId } = await at.couple();
    const { grant, access } = await at.couple(userId);
    expect(grant.userId).toBe(String(userId));
    await at.provider.check(access);
  });

  it('detects that a token was revoked at Polar, although Polar sends no event', async () => {
    await at.subscribe();
    const { userId, access } = await at.couple();
    polar.uncouple(userId);
    await polar.record(userId, at.recording());
    expect(at.receiver.events()).toEqual([]);
    const gone = { kind: 'gone' };
    await expect(at.provider.check(access)).rejects.toMatchObject(gone);
    await expect(at.listAll(access)).rejects.toMatchObject(gone);
    await expect(at.read(access, 'aQlC83')).rejects.toMatchObject(gone);
  });

  it('allows disconnecting more than once', async () => {
    const { userId, grant, access } = await at.couple();
    await at.provider.revoke(access, grant.tokens);
    expect(polar.members.one(userId).registration).toBeUndefined();
    await at.provider.revoke(access, grant.tokens);
    await expect(at.provider.check(access)).rejects.toMatchObject({ kind: 'gone' });
  });
});
