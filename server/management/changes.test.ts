import { afterAll, beforeAll, expect, it } from 'vitest';
import * as changes from '../../contract/managed/changes.ts';
import * as consentTexts from '../../contract/managed/consent-texts.ts';
import * as faq from '../../contract/managed/faq.ts';
import * as managed from '../../contract/managed/people.ts';
import * as maps from '../../contract/managed/progress-maps.ts';
import { sports } from '../../contract/managed/sports.ts';
import { type Browser, idOf, type TestApp, testApp } from '../testing/test-app.ts';

let app: TestApp;
let organiser: Browser & { iri: string };

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
});
afterAll(() => app.close());

it('filters the change log by author and by affected person', async () => {
  const person = await app.participant('Mila');
  const other = await app.participant('Noor');
  for (const one of [person, other])
    await organiser.call(managed.deactivate, { params: { id: idOf(one) }, body: {} });

  const about = await organiser.call(changes.list, { query: { subjectId: idOf(person) } });
  expect(about['hydra:member']).toMatchObject([
    { resource: 'people', resourceId: String(idOf(person)), name: 'Mila Dubois', action: 'deactivate' },
  ]);
  expect(about['hydra:member'][0]).not.toHaveProperty('subjectId');
  const by = await organiser.call(changes.list, { query: { actorId: idOf(organiser) } });
  expect(by['hydra:member'].map(({ resourceId }) => Number(resourceId))).toEqual([idOf(other), idOf(person)]);
  const byNobody = await organiser.call(changes.list, { query: { actorId: idOf(person) } });
  expect(byNobody['hydra:totalItems']).toBe(0);
});

it('names changed resources in the request’s language, or in another language if the name is not translated', async () => {
  const labels = { en: 'Rowing', fr: 'Aviron', nl: '' };
  const { id } = await organiser.call(sports.create, { body: { name: 'rowing', labels, type: 'other' } });
  const url = `${changes.list.path}?resource=sports&resourceId=${id}`;
  const nameIn = async (language: string) => {
    const headers = { 'accept-language': language };
    return (await organiser.send({ method: 'GET', url, headers })).json()['hydra:member'][0].name;
  };
  expect([await nameIn('en'), await nameIn('fr'), await nameIn('nl')]).toEqual([
    'Rowing',
    'Aviron',
    'Rowing',
  ]);
});

it('names consent texts, maps, FAQ libraries and questions by their titles', async () => {
  const texts = (text: string) => ({ en: text, fr: text, nl: text });
  await organiser.call(consentTexts.consentTexts.create, {
    body: { title: texts('Privacy'), content: texts('Yes') },
  });
  await organiser.call(maps.create, { body: { name: 'Our coast', tour: 'coast' } });
  const { id } = await organiser.call(faq.libraries.create, { body: { name: texts('Begin') } });
  const question = { libraryId: id, position: 1, problem: texts('Why?'), solution: texts('So') };
  await organiser.call(faq.questions.create, { body: question });
  const names = (await organiser.call(changes.list, { query: { action: 'create' } }))['hydra:member'];
  expect(names.slice(0, 4).map(({ name }) => name)).toEqual(['Why?', 'Begin', 'Our coast', 'Privacy']);
});
