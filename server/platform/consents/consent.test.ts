import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '../../../contract/accounts.ts';
import * as consents from '../../../contract/consents.ts';
import * as changes from '../../../contract/managed/changes.ts';
import { consentTexts, publish as publishText } from '../../../contract/managed/consent-texts.ts';
import * as people from '../../../contract/people.ts';
import { type Browser, newPerson, type TestApp, testApp } from '../../testing/test-app.ts';
import { expectTranslated } from '../../testing/translated.ts';

let app: TestApp;
let organiser: Browser;

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
  await offer('en', 'nl');
});
afterAll(() => app.close());

const written = (text: string) => ({
  title: { en: `What you agree to, ${text}`, fr: '', nl: `Waarmee je akkoord gaat, ${text}` },
  content: { en: `<p>${text}</p><script>alert(1)</script>`, fr: '', nl: `<p onclick="alert(1)">${text}</p>` },
});
const draft = (text: string) => organiser.call(consentTexts.create, { body: written(text) });
const publishDraft = ({ id, version }: { id: number; version: string }) =>
  organiser.call(publishText, { params: { id }, body: { version } });
const publish = async (text: string) => publishDraft(await draft(text));
/** Sets the languages that the platform offers. */
const offer = (...codes: string[]) =>
  app.database.db
    .insertInto('configs')
    .values({ key: 'availableLanguages', value: JSON.stringify(codes.map((code) => ({ code }))) })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
    )
    .execute();
const read = (locale: 'en' | 'fr' | 'nl') => app.browser().call(consents.current, { query: { locale } });
const due = async (person: Browser) => (await person.call(people.me, {})).consentDue;
const say = (person: Browser, number: number, agrees: boolean) =>
  person.call(consents.decide, { body: { number, agrees } });

describe('a platform without a consent text', () => {
  it('asks for no consent, shows no text and stores no answer', async () => {
    expect(await read('nl')).toEqual({ number: null, title: '', content: '', publishedAt: null });
    const anna = await app.participant();
    expect(await due(anna)).toBeNull();
    expect(await anna.call(consents.mine, {})).toEqual({
      ...{ number: null, agrees: null, decidedAt: null, isCurrent: true, history: [] },
    });
    const refused = await anna.refused(consents.decide, { body: { number: 1, agrees: true } });
    expect(refused.violations?.[0]).toMatchObject({ propertyPath: 'number', code: 'consent.newer' });
  });
});

describe('a draft of a consent text', () => {
  it('is visible to organisers only, and can be changed and removed', async () => {
    const made = await draft('drafted');
    expect(made).toMatchObject({ publishedAt: null, content: { en: '<p>drafted</p>' } });
    expect(await read('en')).toMatchObject({ number: null });
    const second = await organiser.refused(consentTexts.create, { body: written('another') });
    expect(second.status).toBe(409);
    const params = { id: made.id };
    const body = { ...written('changed'), version: made.version };
    const changed = await organiser.call(consentTexts.replace, { params, body });
    expect(changed.title.en).toBe('What you agree to, changed');
    const stale = { params, body: { version: made.version } };
    expect((await organiser.refused(publishText, stale)).status).toBe(409);
    await organiser.call(consentTexts.remove, { params, query: { version: changed.version } });
    expect((await organiser.call(consentTexts.list, { query: {} }))['hydra:member']).toEqual([]);
  });

  it('can be published only when it exists in every offered language', async () => {
    await offer('en', 'fr', 'nl');
    const made = await draft('incomplete');
    const problem = await organiser.refused(publishText, {
      params: { id: made.id },
      body: { version: made.version },
    });
    expect(problem.status).toBe(422);
    expect(problem.violations?.map(({ propertyPath }) => propertyPath)).toEqual(['title.fr', 'content.fr']);
    expect(await read('en')).toMatchObject({ number: null });
    await offer('en', 'nl');
    const params = { id: made.id };
    await organiser.call(consentTexts.remove, { params, query: { version: made.version } });
  });
});

describe('a published consent text', () => {
  it('records who agreed to it at sign-up, and when', async () => {
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
    const problem = await sign(number + 1);
    expect(problem).toMatchObject({
      status: 422,
      violations: [{ propertyPath: 'consent', code: 'consent.newer' }],
    });
    for (const language of ['fr', 'nl'] as const)
      expectTranslated(language, await sign(number + 1, language), problem);
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

  // claim: consent-free
  it('is optional at sign-up, and is shown again later to people who did not agree', async () => {
    for (const consent of [undefined, null]) {
      const body = { ...newPerson({ email: `free-${consent}@example.com` }), consent };
      await app.browser().call(accounts.signUp, { body });
    }
    const person = await app.participant();
    expect(await due(person)).toBe((await read('en')).number);
    expect(await person.call(consents.mine, {})).toMatchObject({ number: null, history: [] });
  });

  it('is shown without active content, in the person’s language or, if not translated, in another language', async () => {
    expect(await read('en')).toMatchObject({
      title: 'What you agree to, first',
      content: '<p>first</p>',
    });
    // The platform's default language is Dutch.
    expect(await read('fr')).toMatchObject({
      title: 'Waarmee je akkoord gaat, first',
      content: '<p>first</p>',
    });
  });

  // claim: consent-free
  it('is shown once to existing participants, and restricts nothing until they answer', async () => {
    const number = (await read('en')).number ?? 0;
    const { db } = app.database;
    const person = app.browser();
    await db.deleteFrom('consents').execute();
    await db.deleteFrom('consent_decisions').execute();
    const body = { username: 'asked@example.com', password: newPerson().password };
    await person.send({ method: 'POST', url: '/global-challenge-login', payload: body });
    expect(await due(person)).toBe(number);
    const exported = await person.send({ method: 'GET', url: accounts.exportData.path });
    expect(exported.statusCode).toBe(200);
    await Promise.all([say(person, number, false), say(person, number, false)]);
    expect(await due(person)).toBeNull();
    const decidedAt = app.clock.now.toString();
    expect(await person.call(consents.mine, {})).toEqual({
      number,
      agrees: false,
      decidedAt,
      isCurrent: true,
      history: [{ number, agrees: false, decidedAt }],
    });
    // A person can change the answer at any time.
    await say(person, number, true);
    expect(await person.call(consents.mine, {})).toMatchObject({
      agrees: true,
      history: [
        { number, agrees: true },
        { number, agrees: false },
      ],
    });

    const { id: next } = await publish('second');
    expect(next).toBeGreaterThan(number);
    expect(await due(person)).toBe(next);
    expect(await person.call(consents.mine, {})).toMatchObject({ number, isCurrent: false });
    const old = await person.refused(consents.decide, { body: { number, agrees: false } });
    expect(old.violations?.[0]?.code).toBe('consent.newer');
    await say(person, next, true);
    const files = unzipSync((await person.send({ method: 'GET', url: accounts.exportData.path })).rawPayload);
    expect(JSON.parse(strFromU8(files['consents.json'] as Uint8Array))).toEqual([
      { version: number, agrees: false, decidedAt },
      { version: number, agrees: true, decidedAt },
      { version: next, agrees: true, decidedAt },
    ]);
  });

  // claim: consent-fixed
  it('cannot be changed, but organisers can publish a new text, which the change log records', async () => {
    const list = await organiser.call(consentTexts.list, { query: {} });
    expect(list['hydra:member'].map(({ title }) => title.en)).toEqual([
      'What you agree to, second',
      'What you agree to, first',
    ]);
    const { id } = list['hydra:member'][0] ?? { id: 0 };
    const { version } = list['hydra:member'][0] ?? { version: '' };
    const params = { id };
    const body = { ...written('edited'), version };
    expect((await organiser.refused(consentTexts.replace, { params, body })).status).toBe(409);
    expect((await organiser.refused(consentTexts.remove, { params, query: { version } })).status).toBe(409);
    expect((await organiser.refused(publishText, { params, body: { version } })).status).toBe(409);
    const log = await organiser.call(changes.list, { query: { resource: 'consent-texts' } });
    expect(log['hydra:member'].map(({ action }) => action).slice(0, 4)).toEqual([
      ...['publish', 'create', 'publish', 'create'],
    ]);
  });

  // claim: consent-counts
  it('shows organisers the number of answers only for groups of five or more', async () => {
    const { id } = await publish('counted');
    const answers = async () => {
      const { agreed, declined } = await organiser.call(consentTexts.one, { params: { id } });
      return [agreed, declined];
    };
    for (let person = 0; person < 4; person += 1) await say(await app.participant(), id, false);
    expect(await answers()).toEqual([null, null]);
    for (let person = 0; person < 7; person += 1) await say(await app.participant(), id, true);
    expect(await answers()).toEqual([5, null]);
    const [row] = (await organiser.call(consentTexts.list, { query: {} }))['hydra:member'];
    expect(row).toMatchObject({ id, agreed: 5, declined: null });
  });
});
