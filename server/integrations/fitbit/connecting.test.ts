import fastify from 'fastify';
import { randomPKCECodeVerifier } from 'openid-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { googleErrors } from '../../../simulators/google/errors.ts';
import { googleScopes } from '../../../simulators/google/tokens.ts';
import { type ConnectedFitbit, connectedFitbit, fitbitReturn } from '../../testing/connected-fitbit.ts';
import { fitbit } from './fitbit.ts';

let at: ConnectedFitbit;

beforeEach(async () => {
  at = await connectedFitbit();
});
afterEach(() => at.close());

const now = () => at.world.now();

describe('connecting Fitbit', () => {
  it('accepts a granted consent', async () => {
    const { userId, arrival } = await at.agree();
    expect(arrival.query.get('state')).toBe('xyz');
    const grant = await at.provider.grant(arrival, now());
    expect(grant).toMatchObject({ userId, scopes: [googleScopes.activity] });
    expect(now().until(grant.tokens.expiresAt).total('minutes')).toBeCloseTo(60, 0);
    await at.provider.check(at.accessOf(grant));
  });

  it('rejects consent that lacks the required scope, and revokes the tokens', async () => {
    const { userId, arrival } = await at.agree({ scopes: [] });
    await expect(at.provider.grant(arrival, now())).rejects.toMatchObject({ kind: 'consent' });
    expect(at.google.consents.hasTokens(userId)).toBe(false);
  });

  it('rejects an account without a Fitbit profile and revokes the tokens', async () => {
    const { userId, arrival } = await at.agree();
    at.google.members.one(userId).isLinked = false;
    await expect(at.provider.grant(arrival, now())).rejects.toMatchObject({ kind: 'account' });
    expect(at.google.consents.hasTokens(userId)).toBe(false);
  });

  it('redirects back without a code if consent is denied', async () => {
    const { arrival } = await at.agree({ allows: false });
    expect(Object.fromEntries(arrival.query)).toEqual({ state: 'xyz', error: 'access_denied' });
  });

  it('reports a wrong client secret as an operator error', async () => {
    const { arrival } = await at.agree();
    const wrong = fitbit({ ...at.settings, clientSecret: 'wrong' });
    await expect(wrong.grant(arrival, now())).rejects.toMatchObject({ kind: 'operator' });
  });

  it('rejects a code that was used, has expired or comes with the wrong verifier', async () => {
    const { arrival } = await at.agree();
    await at.provider.grant(arrival, now());
    const refused = { kind: 'refused' };
    await expect(at.provider.grant(arrival, now())).rejects.toMatchObject(refused);
    const { arrival: other } = await at.agree();
    const another = { ...other, codeVerifier: randomPKCECodeVerifier() };
    await expect(at.provider.grant(another, now())).rejects.toMatchObject(refused);
    await at.world.advance({ minutes: 11 });
    await expect(at.provider.grant(other, now())).rejects.toMatchObject(refused);
  });

  it('shows no consent page if a request parameter is wrong', async () => {
    for (const [name, value] of [
      ['redirect_uri', `${fitbitReturn}/other`],
      ['client_id', 'theirs'],
      ['scope', 'everything'],
      ['code_challenge_method', 'plain'],
      ['response_type', 'token'],
    ] as const)
      await expect(at.agree({ page: (page) => page.searchParams.set(name, value) }), name).rejects.toThrow(
        /^40/,
      );
  });

  it('yields a refresh token each time a person gives consent', async () => {
    const { userId } = await at.couple();
    expect((await at.couple(userId)).grant.tokens.refreshToken).toMatch(/^1\/\//);
    const { arrival } = await at.agree({ userId, page: (page) => page.searchParams.delete('prompt') });
    await expect(at.provider.grant(arrival, now())).rejects.toMatchObject({ kind: 'refused' });
  });
});

describe('Fitbit tokens', () => {
  it('can be renewed repeatedly with the same refresh token', async () => {
    const { grant } = await at.couple();
    let { tokens } = grant;
    for (let times = 0; times < 3; times++) {
      await at.world.advance({ hours: 2 });
      const old = at.accessOf({ ...grant, tokens });
      await expect(at.provider.check(old)).rejects.toMatchObject({ kind: 'access' });
      const renewed = await at.provider.refresh?.(tokens, now());
      if (!renewed) throw new Error('not renewed');
      expect(renewed.refreshToken).toBe(grant.tokens.refreshToken);
      expect(renewed.accessToken).not.toBe(tokens.accessToken);
      tokens = renewed;
      await at.provider.check(at.accessOf({ ...grant, tokens }));
    }
  });

  it('become invalid when consent is revoked at Google', async () => {
    const { userId, grant, access } = await at.couple();
    await at.google.uncouple(userId);
    await expect(at.provider.check(access)).rejects.toMatchObject({ kind: 'access' });
    await expect(at.provider.refresh?.(grant.tokens, now())).rejects.toMatchObject({ kind: 'gone' });
  });

  it('expire after a week while Google has not verified the app', async () => {
    at.google.consents.isInTesting = true;
    const { grant } = await at.couple();
    await at.world.advance({ hours: 24 * 6 });
    await at.provider.refresh?.(grant.tokens, now());
    await at.world.advance({ hours: 24 * 2 });
    await expect(at.provider.refresh?.(grant.tokens, now())).rejects.toMatchObject({ kind: 'gone' });
  });

  it('can be revoked more than once', async () => {
    const { userId, grant, access } = await at.couple();
    await at.world.advance({ hours: 2 });
    await at.provider.revoke(access, grant.tokens);
    expect(at.google.consents.hasTokens(userId)).toBe(false);
    await at.provider.revoke(access, grant.tokens);
    expect((await at.couple(userId)).grant.userId).toBe(userId);
  });

  it('give no access to data outside the consent', async () => {
    const bare = {
      scopes: [googleScopes.profile],
      page: (page: URL) => {
        page.searchParams.set('scope', `${googleScopes.activity} ${googleScopes.profile}`);
      },
    };
    const { userId, arrival } = await at.agree(bare);
    const { code, codeVerifier } = arrival;
    const form = {
      grant_type: 'authorization_code',
      code,
      code_verifier: codeVerifier,
      redirect_uri: fitbitReturn,
      client_id: at.settings.clientId,
      client_secret: at.settings.clientSecret,
    };
    const response = await fetch(`${at.settings.baseUrl}/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const { access_token: accessToken } = (await response.json()) as { access_token: string };
    const access = { userId, accessToken, now: now() };
    await expect(at.provider.check(access)).rejects.toMatchObject({ kind: 'consent' });
  });
});

describe('the Fitbit adapter when Google fails', () => {
  it('classifies each error by its cause', async () => {
    const { access } = await at.couple();
    for (const [refusal, kind] of [
      [googleErrors.notLinked(), 'account'],
      [googleErrors.noCredentials(), 'access'],
      [googleErrors.noScope(), 'consent'],
      [googleErrors.notEnabled(), 'operator'],
      [googleErrors.projectDenied(), 'operator'],
      [googleErrors.tooMany(), 'limit'],
      [googleErrors.invalid('filter'), 'refused'],
      [googleErrors.internal(), 'down'],
    ] as const) {
      at.google.refusals.push(refusal);
      await expect(at.provider.check(access), kind).rejects.toMatchObject({ kind });
    }
    await at.provider.check(access);
  });

  it('reports the limit of 300 calls per person and minute, and when to retry', async () => {
    const { userId, access } = await at.couple();
    const other = await at.couple();
    for (let calls = 1; calls < 300; calls++) at.google.count(at.google.members.one(userId));
    const refused = await at.provider.check(access).catch((error) => error);
    expect(refused).toMatchObject({ kind: 'limit' });
    await at.provider.check(other.access);
    const wait = access.now.until(refused.retryAt).total('seconds');
    expect(wait).toBeGreaterThanOrEqual(60);
    expect(wait).toBeLessThan(90);
    await at.world.advance({ seconds: Math.ceil(wait) });
    await at.provider.check({ ...access, now: now() });
  });

  it('reports Google as down for as long as errors last, and then recovers', async () => {
    const { grant, access } = await at.couple();
    at.faults.failing = { calls: 3, status: 500 };
    const calls = [
      () => at.provider.check(access),
      () => at.provider.refresh?.(grant.tokens, now()),
      () => at.provider.revoke(access, grant.tokens),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ kind: 'down' });
    await at.provider.check(access);
    at.faults.downUntil = now().add({ hours: 1 });
    for (const call of calls) await expect(call()).rejects.toMatchObject({ kind: 'down' });
    await at.world.advance({ minutes: 59 });
    await expect(at.provider.check(access)).rejects.toMatchObject({ kind: 'down' });
    await at.world.advance({ minutes: 1 });
    await at.provider.refresh?.(grant.tokens, now());
  });

  it('reports Google as down if responses are invalid or missing', async () => {
    const { grant, access } = await at.couple();
    let type = 'text/html';
    let body = '<html>';
    const broken = fastify();
    broken.all('/*', async (_request, reply) => reply.type(type).send(body));
    const baseUrl = await broken.listen({ port: 0, host: '127.0.0.1' });
    const there = fitbit({ ...at.settings, baseUrl });
    const down = { kind: 'down' };
    const list = async () => {
      for await (const workouts of there.list(access, now(), now())) expect(workouts).toEqual([]);
    };
    for ([type, body] of [
      ['text/html', '<html>'],
      ['application/json', '{"dataPoints":7'],
      ['application/json', '[]'],
      ['application/json', '{"dataPoints":{}}'],
    ] as const) {
      await expect(list(), body).rejects.toMatchObject(down);
      await expect(there.read(access, '1', { startedAt: now(), elapsedSeconds: 0 })).rejects.toMatchObject(
        down,
      );
      await expect(there.refresh?.(grant.tokens, now())).rejects.toMatchObject(down);
    }
    [type, body] = ['application/json', '{"dataPoints":[],"nextPageToken":"the same"}'];
    await expect(list()).rejects.toMatchObject(down);
    await broken.close();
    await expect(there.check(access)).rejects.toMatchObject(down);
  });
});
