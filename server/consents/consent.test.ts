import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '../../contract/accounts.ts';
import * as consents from '../../contract/consents.ts';
import * as changes from '../../contract/managed/changes.ts';
import { consentTexts } from '../../contract/managed/consent-texts.ts';
import * as people from '../../contract/people.ts';
import { type Browser, newPerson, type TestApp, testApp } from '../testing/test-app.ts';
import { expectTranslated } from '../testing/translated.ts';

let app: TestApp;
let organiser: Browser;

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
});
afterAll(() => app.close());

const written = (word: string) => ({
  title: { en: `What you agree to, ${word}`, fr: '', nl: `Waarmee je akkoord gaat, ${word}` },
  content: { en: `<p>${word}</p><script>alert(1)</script>`, fr: '', nl: `<p onclick="alert(1)">${word}</p>` },
});
const publish = (word: string) => organiser.call(consentTexts.create, { body: written(word) });
const read = (locale: 'en' | 'fr' | 'nl') => app.browser().call(consents.current, { query: { locale } });
const due = async (person: Browser) => (await person.call(people.me, {})).consentDue;
const say = (person: Browser, number: number, agrees: boolean) =>
  person.call(consents.decide, { body: { number, agrees } });

describe('while there is no text', () => {
  it('nothing is asked, shown or kept', async () => {
    expect(await read('nl')).toEqual({ number: null, title: '', content: '', publishedAt: null });
    const anna = await app.participant();
    expect(await due(anna)).toBeNull();
    expect(await anna.call(consents.mine, {})).toMatchObject({ number: null, isCurrent: true });
    const refused = await anna.refused(consents.decide, { body: { number: 1, agrees: true } });
    expect(refused.violations?.[0]).toMatchObject({ propertyPath: 'number', code: 'consent.newer' });
  });
});

describe('a text that was published', () => {
  it('is asked for at sign-up, and kept with the person, its number and the moment', async () => {
    const { id: number, publishedAt } = await publish('first');
    expect(publishedAt).toBe(app.clock.now.toString());
    const sign = (consent: number | undefined, language = 'en') =>
      app
        .browser()
        .refused(
          accounts.signUp,
          { body: { ...newPerson({ email: 'asked@example.com' }), consent } },
          { 'accept-language': language },
        );
    for (const [consent, code] of [
      [undefined, 'consent.required'],
      [number + 1, 'consent.newer'],
    ] as const) {
      const problem = await sign(consent);
      expect(problem).toMatchObject({ status: 422, violations: [{ propertyPath: 'consent', code }] });
      for (const language of ['fr', 'nl'] as const)
        expectTranslated(language, await sign(consent, language), problem);
    }
    const person = app.browser();
    const body = { ...newPerson({ email: 'asked@example.com' }), consent: number };
    expect(await person.call(accounts.signUp, { body })).not.toHaveProperty('consent');
    const stored = await app.database.db
      .selectFrom('consents')
      .innerJoin('people', 'people.id', 'person_id')
      .select(['email', 'consent_text_id', 'agrees', 'decided_at'])
      .execute();
    expect(stored.map((row) => ({ ...row, decided_at: row.decided_at.toString() }))).toEqual([
      {
        email: 'asked@example.com',
        consent_text_id: number,
        agrees: true,
        decided_at: app.clock.now.toString(),
      },
    ]);
  });

  it('is read in one’s language, or in one that it is written in, without what is active in it', async () => {
    expect(await read('en')).toMatchObject({
      title: 'What you agree to, first',
      content: '<p>first</p>',
    });
    // The platform begins in Dutch.
    expect(await read('fr')).toMatchObject({
      title: 'Waarmee je akkoord gaat, first',
      content: '<p>first</p>',
    });
  });

  it('is asked about once of those who were there before, and blocks none of their rights', async () => {
    const number = (await read('en')).number ?? 0;
    const { db } = app.database;
    const person = app.browser();
    await db.deleteFrom('consents').execute();
    const body = { username: 'asked@example.com', password: newPerson().password };
    await person.send({ method: 'POST', url: '/global-challenge-login', payload: body });
    expect(await due(person)).toBe(number);
    const takenHome = await person.send({ method: 'GET', url: accounts.exportData.path });
    expect(takenHome.statusCode).toBe(200);
    await say(person, number, false);
    expect(await due(person)).toBeNull();
    expect(await person.call(consents.mine, {})).toEqual({
      number,
      agrees: false,
      decidedAt: app.clock.now.toString(),
      isCurrent: true,
    });
    // Changing one's mind needs nobody.
    await say(person, number, true);
    expect(await person.call(consents.mine, {})).toMatchObject({ agrees: true });

    const { id: next } = await publish('second');
    expect(next).toBeGreaterThan(number);
    expect(await due(person)).toBe(next);
    expect(await person.call(consents.mine, {})).toMatchObject({ number, isCurrent: false });
    const old = await person.refused(consents.decide, { body: { number, agrees: false } });
    expect(old.violations?.[0]?.code).toBe('consent.newer');
    await say(person, next, true);
    const files = unzipSync((await person.send({ method: 'GET', url: accounts.exportData.path })).rawPayload);
    expect(JSON.parse(strFromU8(files['consents.json'] as Uint8Array))).toEqual([
      { version: number, agrees: true, decidedAt: app.clock.now.toString() },
      { version: next, agrees: true, decidedAt: app.clock.now.toString() },
    ]);
  });

  it('stays as it is: organisers read all of them, and publish the next, with a line in the change log', async () => {
    const list = await organiser.call(consentTexts.list, { query: {} });
    expect(list['hydra:member'].map(({ title }) => title.en)).toEqual([
      'What you agree to, second',
      'What you agree to, first',
    ]);
    const { id } = list['hydra:member'][0] ?? { id: 0 };
    for (const method of ['PUT', 'DELETE'] as const) {
      const answer = await organiser.send({ method, url: `${consentTexts.list.path}/${id}`, payload: {} });
      expect(answer.statusCode).toBe(404);
    }
    const log = await organiser.call(changes.list, { query: { resource: 'consent-texts' } });
    expect(log['hydra:member'].map(({ action }) => action)).toEqual(['create', 'create']);
  });
});
