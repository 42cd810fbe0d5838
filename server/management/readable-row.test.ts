import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '../../contract/accounts.ts';
import * as faq from '../../contract/faq.ts';
import * as challenges from '../../contract/managed/challenges.ts';
import { consentTexts } from '../../contract/managed/consent-texts.ts';
import { libraries, questions } from '../../contract/managed/faq.ts';
import * as guestCodes from '../../contract/managed/guest-codes.ts';
import { settings } from '../../contract/managed/settings.ts';
import { challengeEntry } from '../testing/managed-challenge.ts';
import { type Browser, newPerson, type TestApp, testApp } from '../testing/test-app.ts';

let app: TestApp;
let organiser: Browser;

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
});
afterAll(() => app.close());

const text = (en: string) => ({ en, fr: '', nl: '' });
const frame = text('<iframe src="https://example.com"></iframe>');
const code = {
  code: '',
  validFrom: null,
  validUntil: null,
  maximumUses: null,
  allowedMailDomains: [],
  teamId: null,
};

describe('data that could not be returned later', () => {
  it('is rejected: an FAQ answer that is empty after sanitising', async () => {
    const { id } = await organiser.call(libraries.create, { body: { name: text('Help') } });
    const body = { libraryId: id, position: 1, problem: text('Why?'), solution: frame };
    const refused = { status: 422, violations: [{ propertyPath: 'solution.en', code: 'value.required' }] };
    expect(await organiser.refused(questions.create, { body })).toMatchObject(refused);
    const good = await organiser.call(questions.create, { body: { ...body, solution: text('So.') } });
    const change = { params: { id: good.id }, body: { ...good, solution: frame } };
    expect(await organiser.refused(questions.replace, change)).toMatchObject(refused);
    const list = await organiser.call(questions.list, { query: {} });
    expect(list['hydra:member']).toMatchObject([{ solution: { en: 'So.' } }]);
    expect((await app.browser().call(faq.one, { params: { id }, query: {} })).questions).toHaveLength(1);
  });

  it('is rejected: a consent text that is empty after sanitising', async () => {
    const body = { title: text('Terms'), content: frame };
    expect(await organiser.refused(consentTexts.create, { body })).toMatchObject({
      status: 422,
      violations: [{ propertyPath: 'content.en', code: 'value.required' }],
    });
    expect((await organiser.call(consentTexts.list, { query: {} }))['hydra:member']).toEqual([]);
  });

  it.each([
    ['9999-12-31T23:59:59-01:00', 'date.tooLate'],
    ['2200-01-01T00:00:00Z', 'date.tooLate'],
    ['0000-01-01T00:00:00Z', 'date.tooEarly'],
    ['2026-11-20T10:00:00+23:59', 'moment.invalid'],
    ['2026-11-20T10:00:00.0000000000001Z', 'moment.invalid'],
  ])('is rejected: a guest code that is valid until %s', async (validUntil, reason) => {
    const problem = await organiser.refused(guestCodes.create, { body: { ...code, validUntil } });
    expect(problem).toMatchObject({
      status: 422,
      violations: [{ propertyPath: 'validUntil', code: reason }],
    });
    await organiser.call(guestCodes.list, { query: {} });
  });

  it.each(['2200-01-01', '9999-12-31'])('is rejected: a challenge that ends on %s', async (endsOn) => {
    const problem = await organiser.refused(challenges.challenges.create, {
      body: challengeEntry({ uri: 'far', endsOn, graceHours: 720 }),
    });
    expect(problem).toMatchObject({
      status: 422,
      violations: [{ propertyPath: 'endsOn', code: 'date.tooLate' }],
    });
    await organiser.call(challenges.challenges.list, { query: {} });
  });

  it('does not include challenges that end on the last allowed day', async () => {
    const body = challengeEntry({
      uri: 'last',
      endsOn: '2199-12-31',
      graceHours: 720,
      timeZone: 'Pacific/Pago_Pago',
    });
    const { id } = await organiser.call(challenges.challenges.create, { body });
    const shown = await organiser.call(challenges.challenges.one, { params: { id } });
    expect(shown.closesAt).toBe('2200-01-31T11:00:00Z');
  });
});

describe('a row from an older version', () => {
  it('is listed and can be corrected', async () => {
    const { db } = app.database;
    const { id } = await organiser.call(libraries.create, { body: { name: text('Old') } });
    const body = { libraryId: id, position: 1, problem: text('When?'), solution: text('Now.') };
    const question = await organiser.call(questions.create, { body });
    await db
      .updateTable('faq_question_texts')
      .set({ solution: '' })
      .where('question_id', '=', question.id)
      .execute();
    const { 'hydra:member': list } = await organiser.call(questions.list, { query: { libraryId: id } });
    expect(list).toMatchObject([{ problem: { en: 'When?' }, solution: { en: '' } }]);
    const shown = await organiser.call(questions.one, { params: { id: question.id } });
    const corrected = { params: { id: question.id }, body: { ...shown, solution: text('Soon.') } };
    expect((await organiser.call(questions.replace, corrected)).solution.en).toBe('Soon.');

    await db
      .insertInto('configs')
      .values({ key: 'logoDark', value: JSON.stringify('https://x,y/a.png') })
      .execute();
    const stored = await organiser.call(settings.one, { params: { id: 1 } });
    expect(stored.logoDark).toBe('https://x,y/a.png');
    const settled = { params: { id: 1 }, body: { ...stored, logoDark: '' } };
    expect((await organiser.call(settings.replace, settled)).logoDark).toBe('');
  });

  it('is migrated if it is a guest code whose validity is outside the allowed years', async () => {
    const { db } = app.database;
    const { id } = await organiser.call(guestCodes.create, { body: { ...code, code: 'FOREVER' } });
    await sql`update guest_codes set valid_from = '0001-01-01', valid_until = '10000-01-01' where id = ${id}`.execute(
      db,
    );
    const migration = new URL('../db/migrations/0020-moments-of-guest-codes.sql', import.meta.url);
    await sql.raw(await readFile(migration, 'utf8')).execute(db);
    expect(await organiser.call(guestCodes.one, { params: { id } })).toMatchObject({
      validFrom: '2000-01-01T00:00:00Z',
      validUntil: '2199-12-31T23:59:59Z',
    });
    const body = newPerson({ email: 'forever@example.com', guestCode: 'FOREVER' });
    await app.browser().call(accounts.signUp, { body });
  });
});
