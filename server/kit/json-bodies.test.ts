import { afterAll, beforeAll, expect, it } from 'vitest';
import { Problem } from '../../contract/kit/problem.ts';
import * as sessions from '../../contract/sessions.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { isDeeper } from './json-bodies.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it.each(['application/json', 'application/ld+json'])(
  'refuses %s that is nested too deeply, with an explanation',
  async (type) => {
    const send = async (payload: string) =>
      Problem.parse(
        (
          await app.browser().send({
            method: 'POST',
            url: sessions.signIn.path,
            headers: { 'content-type': type },
            payload,
          })
        ).json(),
      );
    const deep = await send('['.repeat(30_000));
    expect([deep.status, deep.title]).toEqual([400, 'Nested too deeply']);
    // A body at the maximum depth is parsed, then refused for another reason.
    expect((await send(`${'['.repeat(32)}${']'.repeat(32)}`)).title).not.toBe('Nested too deeply');
  },
);

it('counts neither brackets in strings nor the brackets of siblings towards the depth', () => {
  expect(isDeeper('[{"a":[1]},{"b":[2]}]', 3)).toBe(false);
  expect(isDeeper('[{"a":[1]}]', 2)).toBe(true);
  expect(isDeeper('["[[[[", "\\"[[[", "\\\\", {}]', 2)).toBe(false);
});
