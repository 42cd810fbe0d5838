import fastifyCookie from '@fastify/cookie';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as sessions from '../../../contract/sessions.ts';
import { newPerson, type TestApp, testApp, testSecret } from '../../testing/test-app.ts';

const signInTo = async (app: TestApp) => {
  const { email } = await app.participant();
  const answer = await app.browser().send({
    method: 'POST',
    url: `${app.basePath.slice(0, -1)}${sessions.signIn.path}`,
    payload: { username: email, password: newPerson().password },
  });
  return { names: answer.cookies.map(({ name }) => name).sort(), cookies: answer.cookies };
};

describe('cookies', () => {
  it.each([
    ['http://challenge.example.com/', '/', ['known-browser', 'session']],
    ['https://challenge.example.com/club/', '/club/', ['__Secure-known-browser', '__Secure-session']],
    ['https://challenge.example.com/', '/', ['__Host-known-browser', '__Host-session']],
  ])(
    'have names with the strictest prefix that browsers accept at %s',
    async (publicUrl, basePath, names) => {
      const app = await testApp({ publicUrl, basePath });
      const signedIn = await signInTo(app);
      expect(signedIn.names).toEqual(names);
      // An API client that stores only one cookie stores the first one.
      expect(signedIn.cookies[0]?.name).toMatch(/session$/);
      for (const cookie of signedIn.cookies)
        expect(cookie).toMatchObject({
          httpOnly: true,
          sameSite: 'Lax',
          path: basePath,
          ...(publicUrl.startsWith('https:') ? { secure: true } : {}),
        });
      await app.close();
    },
  );

  it('are sent over https only, even the one with the language', async () => {
    const app = await testApp({ publicUrl: 'https://challenge.example.com/' });
    const { cookies } = await app
      .browser()
      .send({ method: 'GET', url: '/global-challenge-language-switch?locale=nl' });
    expect(cookies).toEqual([expect.objectContaining({ name: 'locale', secure: true, httpOnly: true })]);
    await app.close();
  });
});

describe('a server whose cookies have the prefix __Host-', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ publicUrl: 'https://challenge.example.com/' });
  });
  afterAll(() => app.close());

  it('rejects and removes a cookie without the prefix, and ends its session', async () => {
    await app.participant();
    const { sid } = await app.database.db.selectFrom('sessions').select('sid').executeTakeFirstOrThrow();
    const send = (value: string) =>
      app.browser().send({
        method: 'GET',
        url: '/platform/api/person_infos/me',
        headers: { cookie: `session=${encodeURIComponent(value)}` },
      });
    const kept = () => app.database.db.selectFrom('sessions').select('sid').execute();
    // The session id alone, without the cookie's signature, is not enough to end the session.
    expect((await send(sid)).statusCode).toBe(401);
    expect(await kept()).toHaveLength(1);
    const answer = await send(fastifyCookie.sign(sid, testSecret));
    expect(answer.statusCode).toBe(401);
    expect(answer.cookies).toContainEqual(expect.objectContaining({ name: 'session', value: '', path: '/' }));
    expect(await kept()).toHaveLength(0);
  });

  it('sends a Permissions-Policy that disables everything but copying to the clipboard', async () => {
    const { headers } = await app.browser().send({ method: 'GET', url: '/healthz' });
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers['permissions-policy']).toContain('clipboard-write=(self)');
  });
});
