import { afterAll, beforeAll, expect, it } from 'vitest';
import * as faq from '../../../contract/faq.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

type Texts = Partial<Record<'en' | 'fr' | 'nl', string>>;

/**
 * Adds a library with one question per given text. Each text becomes the question's problem and, in a
 * paragraph, its solution.
 */
async function addLibrary(names: Texts, questions: Texts[]): Promise<number> {
  const { db } = app.database;
  const library = await db
    .insertInto('faq_libraries')
    .defaultValues()
    .returning('id')
    .executeTakeFirstOrThrow();
  const entries = (question: Texts) => Object.entries(question) as ['en' | 'fr' | 'nl', string][];
  const named = entries(names).map(([language, name]) => ({ library_id: library.id, language, name }));
  await db.insertInto('faq_library_names').values(named).execute();
  for (const [index, question] of questions.entries()) {
    const { id } = await db
      .insertInto('faq_questions')
      .values({ library_id: library.id, position: questions.length - index })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [language, text] of entries(question))
      await db
        .insertInto('faq_question_texts')
        .values({ question_id: id, language, problem: text, solution: `<p>${text}</p>` })
        .execute();
  }
  return library.id;
}

const read = (id: number, locale: 'en' | 'fr' | 'nl') =>
  app.browser().call(faq.one, { params: { id }, query: { locale } });

// spec: call GET /faq/api/libraries/{id}.json, role anonymous
it('returns a library to everybody, with the questions in order', async () => {
  const id = await addLibrary({ en: 'Help' }, [{ en: 'second' }, { en: 'first' }]);
  const library = await read(id, 'en');
  expect(library).toMatchObject({ '@id': `/faq/api/libraries/${id}.json`, '@type': 'FaqLibrary', id });
  expect(library.name).toBe('Help');
  expect(library.questions.map(({ problem }) => problem)).toEqual(['first', 'second']);
  expect(library.questions[0]?.solution).toBe('<p>first</p>');
});

// spec: call GET /faq/api/libraries/{id}.json, constant missing translation
it('falls back to the platform’s language, then to the first available language, separately for each text', async () => {
  const id = await addLibrary({ fr: 'Aide', nl: 'Hulp' }, [
    { en: 'a', nl: 'b' },
    { fr: 'c', en: 'd' },
    {},
    { en: 'e', fr: 'f', nl: 'g' },
  ]);
  const textsIn = async (locale: 'en' | 'fr' | 'nl') => {
    const { name, questions } = await read(id, locale);
    return [name, ...questions.map(({ problem }) => problem)];
  };
  expect(await textsIn('nl')).toEqual(['Hulp', 'g', 'd', 'b']);
  expect(await textsIn('en')).toEqual(['Hulp', 'e', 'd', 'a']);
  expect(await textsIn('fr')).toEqual(['Aide', 'f', 'c', 'b']);
});

it('uses the request’s language if no language is specified', async () => {
  const id = await addLibrary({ en: 'Help', fr: 'Aide' }, []);
  const response = await app.browser().send({
    method: 'GET',
    url: `/faq/api/libraries/${id}.json`,
    headers: { 'accept-language': 'fr' },
  });
  expect(response.json()).toMatchObject({ name: 'Aide', questions: [] });
});

it('returns 404 for an unknown library', async () => {
  const problem = await app.browser().refused(faq.one, { params: { id: 999_999 } });
  expect(problem).toMatchObject({ status: 404, title: 'Not Found' });
});
