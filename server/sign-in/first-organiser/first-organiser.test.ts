import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '../../../contract/accounts.ts';
import * as challenges from '../../../contract/challenges.ts';
import { makeFirstOrganiser } from '../../../contract/first-organiser.ts';
import * as people from '../../../contract/people.ts';
import { newPerson, type TestApp, testApp } from '../../testing/test-app.ts';
import { expectTranslated } from '../../testing/translated.ts';
import { makeFirstOrganiserLink } from './first-organiser.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const printed = async () => (await makeFirstOrganiserLink(app.database.db, app.clock.now)) ?? '';
const { guestCode: _, ...entry } = newPerson({ email: 'first@example.com', language: 'nl' as never });
const status = async (slug: string) =>
  (await app.browser().send({ method: 'GET', url: `/platform/api/first_organiser/${slug}` })).statusCode;

describe('the link for the first organiser', () => {
  it('works for 24 hours, unless a later server start prints a new link', async () => {
    const [early, late] = [await printed(), await printed()];
    expect(await status(early)).toBe(404);
    expect(await status(late)).toBe(204);
    const { now } = app.clock;
    app.clock.now = now.add({ hours: 24 });
    expect(await status(late)).toBe(404);
    expect(
      (await app.browser().refused(makeFirstOrganiser, { params: { slug: late }, body: entry })).status,
    ).toBe(404);
    app.clock.now = now;
  });

  it('stays valid if the form contains mistakes, which are reported in three languages', async () => {
    const slug = await printed();
    const stored = await app.database.db.selectFrom('first_organiser_link').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(slug);
    await app.browser().call(accounts.signUp, { body: newPerson({ email: 'taken@example.com' }) });
    for (const [changes, field] of [
      [{ password: 'basketball' }, 'password'],
      [{ email: 'TAKEN@example.com' }, 'email'],
      [{ givenName: ' ' }, 'givenName'],
    ] as const) {
      const refused = (language: string) =>
        app
          .browser()
          .refused(
            makeFirstOrganiser,
            { params: { slug }, body: { ...entry, ...changes } },
            { 'accept-language': language },
          );
      const english = await refused('en');
      expect(english).toMatchObject({ status: 422, violations: [{ propertyPath: field }] });
      for (const language of ['fr', 'nl'] as const)
        expectTranslated(language, await refused(language), english);
    }
    expect(await status(slug)).toBe(204);
  });

  it('creates and signs in exactly one organiser when several people use the link concurrently', async () => {
    const slug = await printed();
    const browsers = Array.from({ length: 4 }, () => app.browser());
    const answers = await Promise.all(
      browsers.map((browser, index) =>
        browser.send({
          method: 'POST',
          url: `/platform/api/first_organiser/${slug}`,
          payload: { ...entry, email: `first-${index}@example.com` },
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 404, 404, 404]);
    const index = answers.findIndex(({ statusCode }) => statusCode === 201);
    const organiser = browsers[index];
    expect(answers[index]?.json()).toEqual({ language: 'nl' });
    expect(await organiser?.call(people.me, {})).toMatchObject({
      role: 'organiser',
      email: `first-${index}@example.com`,
    });
    expect(await organiser?.call(challenges.list, { query: {} })).toMatchObject({ 'hydra:totalItems': 0 });
    expect(await status(slug)).toBe(404);
    // Once an organiser exists, starting the server prints no link.
    expect(await makeFirstOrganiserLink(app.database.db, app.clock.now)).toBeUndefined();
  });
});
