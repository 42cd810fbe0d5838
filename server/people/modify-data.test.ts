import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '../../contract/accounts.ts';
import * as activities from '../../contract/activities.ts';
import * as people from '../../contract/people.ts';
import * as rankings from '../../contract/rankings.ts';
import { type Browser, running, type TestApp, testApp } from '../testing/test-app.ts';
import { expectTranslated } from '../testing/translated.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const data = (changes: object = {}) => ({
  givenName: 'Anna',
  surname: 'Dubois',
  language: 'en' as const,
  ...changes,
});

describe('changing one’s data', () => {
  // spec: call POST /platform/api/modify_data_requests
  it('applies names and language immediately', async () => {
    const anna = await app.participant('Anna');
    const answer = await anna.call(accounts.modifyData, {
      body: data({ givenName: ' Anne ', surname: 'Peeters', language: 'fr' }),
    });
    const changed = { givenName: 'Anne', surname: 'Peeters', language: 'fr', nameShown: 'full' };
    expect(answer).toMatchObject({ '@type': 'ModifyDataRequest', ...changed, nickname: null });
    expect(await anna.call(people.me, {})).toMatchObject({ ...changed, email: anna.email });
  });

  // spec: rule profile, text value required
  it.each([
    [{ givenName: ' ' }, 'givenName', 'Please specify a value.'],
    [{ surname: '' }, 'surname', 'Please specify a value.'],
    [{ language: 'de' }, 'language', 'Please choose one of the languages.'],
    [{ nameShown: 'nickname', nickname: ' ' }, 'nickname', 'Please enter a nickname.'],
    [{ nameShown: 'nickname', nickname: null }, 'nickname', 'Please enter a nickname.'],
    [{ nameShown: 'nickname' }, 'nickname', 'Please enter a nickname.'],
    [{ nickname: 'x' }, 'nickname', 'A nickname must have at least 2 characters.'],
    [{ nickname: 'x'.repeat(41) }, 'nickname', 'A nickname can have at most 40 characters.'],
    [{ nameShown: 'initials' }, 'nameShown', 'Please choose how others see you.'],
  ])('refuses %o, with a message in three languages', async (changes, field, message) => {
    const anna = await app.participant('Anna');
    const refused = (language: string) =>
      anna.refused(accounts.modifyData, { body: data(changes) }, { 'accept-language': language });
    const english = await refused('en');
    expect(english).toMatchObject({ status: 422, violations: [{ propertyPath: field, message }] });
    for (const language of ['fr', 'nl'] as const)
      expectTranslated(language, await refused(language), english);
    expect(await anna.call(people.me, {})).toMatchObject({ nameShown: 'full', nickname: null });
  });

  it('keeps the choice of displayed name if the request omits it, and removes a nickname set to an empty text', async () => {
    const anna = await app.participant('Anna');
    await anna.call(accounts.modifyData, { body: data({ nameShown: 'nickname', nickname: 'Speedy' }) });
    await anna.call(accounts.modifyData, { body: data({ surname: 'Claes' }) });
    expect(await anna.call(people.me, {})).toMatchObject({ nameShown: 'nickname', nickname: 'Speedy' });
    await anna.call(accounts.modifyData, { body: data({ nameShown: 'none', nickname: '' }) });
    expect(await anna.call(people.me, {})).toMatchObject({ nameShown: 'none', nickname: null });
  });
});

describe('the displayed name', () => {
  const board = (viewer: Browser) =>
    viewer.call(rankings.list, { query: { periodType: 'all', sport: 'running' } });

  it('is the nickname on the profile, on activities and on boards, if the person chose to show it', async () => {
    const [anna, bert] = [await app.participant('Anna'), await app.participant('Bert')];
    const body = { performedAt: '2026-11-20', sport: running, amountType: 'steps' as const, steps: 1000 };
    await anna.call(activities.create, { body });
    await anna.call(accounts.modifyData, { body: data({ nameShown: 'nickname', nickname: 'Zoef' }) });
    const { id } = await anna.call(people.me, {});
    const shown = { givenName: 'Zoef', surname: '' };
    expect(await bert.call(people.one, { params: { id } })).toMatchObject(shown);
    const feed = await bert.call(activities.list, { query: { person: anna.iri } });
    expect(feed['hydra:member'][0]?.person).toMatchObject({ ...shown, id });
    expect((await board(bert))['hydra:member'][0]?.performer).toMatchObject({ ...shown, id });
  });

  it('appears when people open their own public profile', async () => {
    const anna = await app.participant('Anna');
    const { id } = await anna.call(people.me, {});
    await anna.call(accounts.modifyData, { body: data({ nameShown: 'nickname', nickname: 'Zoef' }) });
    expect(await anna.call(people.one, { params: { id } })).toMatchObject({ givenName: 'Zoef', surname: '' });
    await anna.call(accounts.modifyData, { body: data({ nameShown: 'none' }) });
    expect(await anna.call(people.one, { params: { id } })).toMatchObject({ givenName: '', surname: '' });
    expect(await anna.call(people.me, {})).toMatchObject({ givenName: 'Anna', surname: 'Dubois' });
  });

  it('determines the order within a tie, so that a hidden name is not revealed', async () => {
    const yves = await app.participant('Yves');
    const bea = await app.participant('Bea');
    const cas = await app.participant('Cas');
    const dirk = await app.participant('Dirk');
    const body = { performedAt: '2026-10-01', sport: running, amountType: 'km' as const, kilometers: 3.5 };
    for (const person of [yves, bea, cas, dirk]) await person.call(activities.create, { body });
    const names = async () => {
      const query = { periodType: 'month' as const, periodModifier: -1 };
      const { 'hydra:member': rows } = await cas.call(rankings.list, { query });
      return rows.map(({ performer }) => performer.givenName);
    };
    const nameYves = (naming: object) =>
      yves.call(accounts.modifyData, { body: data({ givenName: 'Yves', ...naming }) });
    await nameYves({ nameShown: 'nickname', nickname: 'aap' });
    await dirk.call(accounts.modifyData, { body: data({ givenName: 'Dirk', nameShown: 'none' }) });
    expect(await names()).toEqual(['', 'aap', 'Bea', 'Cas']);
    await nameYves({ nameShown: 'full' });
    expect(await names()).toEqual(['', 'Bea', 'Cas', 'Yves']);
  });
});
