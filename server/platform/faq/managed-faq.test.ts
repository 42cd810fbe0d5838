import { afterAll, beforeAll, expect, it } from 'vitest';
import * as faq from '../../../contract/faq.ts';
import * as changes from '../../../contract/managed/changes.ts';
import { libraries, questions } from '../../../contract/managed/faq.ts';
import { settings } from '../../../contract/managed/settings.ts';
import { type Browser, type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
let organiser: Browser;

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
});
afterAll(() => app.close());

const name = { en: 'Help', fr: 'Aide', nl: '' };
const written = { problem: { en: 'Why?', fr: '', nl: '' }, solution: { en: '<p>So.</p>', fr: '', nl: '' } };
const log = async (query: object = {}) => {
  const { 'hydra:member': members } = await organiser.call(changes.list, { query });
  return members;
};

it('creates a library with the first question, and shows the library on the info page', async () => {
  const own = await testApp();
  const someone = await own.organiser();
  const body = { position: 1, ...written };
  const first = await someone.call(questions.create, { body });
  const list = (await someone.call(libraries.list, { query: {} }))['hydra:member'];
  expect(list).toMatchObject([{ id: first.libraryId, name: { fr: 'Questions fréquentes' }, questions: 1 }]);
  const settingsNow = await someone.call(settings.one, { params: { id: 1 } });
  expect(settingsNow.faqLibraryId).toBe(first.libraryId);
  const { 'hydra:member': lines } = await someone.call(changes.list, { query: {} });
  expect(lines.map(({ resource, action }) => `${action} ${resource}`).sort()).toEqual([
    'create faq-libraries',
    'create faq-questions',
    'replace settings',
  ]);
  // The next question is added to that library, even if there are other libraries.
  await someone.call(libraries.create, { body: { name } });
  expect((await someone.call(questions.create, { body })).libraryId).toBe(first.libraryId);
  await own.close();
});

it('adds, changes and removes questions, with an entry in the change log each time', async () => {
  const library = await organiser.call(libraries.create, { body: { name } });
  const body = { libraryId: library.id, position: 1, ...written };
  const question = await organiser.call(questions.create, { body });
  const read = () => app.browser().call(faq.one, { params: { id: library.id }, query: { locale: 'nl' } });
  expect((await read()).questions).toMatchObject([{ problem: 'Why?', solution: '<p>So.</p>' }]);

  const { version } = question;
  const solution = { ...written.solution, nl: '<p onclick="alert(1)">Daarom.</p><script>alert(1)</script>' };
  const changed = await organiser.call(questions.replace, {
    params: { id: question.id },
    body: { ...body, problem: { ...written.problem, nl: 'Waarom?' }, solution, version },
  });
  expect((await read()).questions).toMatchObject([{ problem: 'Waarom?', solution: '<p>Daarom.</p>' }]);
  expect(changed.version).not.toBe(version);
  const lines = await log({ resource: 'faq-questions', resourceId: String(question.id) });
  expect(lines.map(({ action, actor }) => [action, actor])).toEqual([
    ['replace', 'Organiser Dubois'],
    ['create', 'Organiser Dubois'],
  ]);
  expect(Object.keys(lines[0]?.before ?? {})).toEqual(['problem', 'solution']);
  expect(lines[0]?.before).toMatchObject(written);
  expect(lines[1]?.before).toBeNull();

  await organiser.call(questions.remove, {
    params: { id: question.id },
    query: { version: changed.version },
  });
  expect((await read()).questions).toEqual([]);
  expect((await log({ resourceId: String(question.id), action: 'remove' }))[0]).toMatchObject({
    before: { position: 1 },
    after: null,
  });
});

it('refuses the second of two concurrent changes to a question, and overwrites nothing', async () => {
  const { id, version } = await organiser.call(libraries.create, { body: { name } });
  const other = await app.organiser();
  const replaced = (who: Browser, en: string) =>
    who.send({
      method: 'PUT',
      url: `/platform/api/management/faq-libraries/${id}`,
      payload: { name: { ...name, en }, version },
    });
  const answers = await Promise.all([replaced(organiser, 'One'), replaced(other, 'Two')]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const winner = answers[0]?.statusCode === 200 ? 'One' : 'Two';
  expect((await organiser.call(libraries.one, { params: { id } })).name.en).toBe(winner);
  const removed = await organiser.refused(libraries.remove, { params: { id }, query: { version } });
  expect(removed).toMatchObject({ status: 409, title: 'Changed in the meantime' });
  expect(await log({ resource: 'faq-libraries', resourceId: String(id), action: 'replace' })).toHaveLength(1);
});

it('refuses to remove an FAQ library that is in use', async () => {
  const { id, version } = await organiser.call(libraries.create, { body: { name } });
  await app.database.db
    .insertInto('configs')
    .values({ key: 'faqLibraryId', value: String(id) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(id) }))
    .execute();
  const refused = await organiser.refused(libraries.remove, { params: { id }, query: { version } });
  expect(refused).toMatchObject({ status: 409, title: 'In use' });
});

it('pages, filters, sorts and searches the list of questions', async () => {
  const { id: libraryId } = await organiser.call(libraries.create, { body: { name } });
  for (const position of [3, 1, 2])
    await organiser.call(questions.create, {
      body: { libraryId, position, ...written, problem: { en: `Question 0${position}`, fr: '', nl: '' } },
    });
  const list = async (query: object) => {
    const answer = await organiser.call(questions.list, { query: { libraryId, ...query } });
    return { ...answer, positions: answer['hydra:member'].map(({ position }) => position) };
  };
  expect((await list({})).positions).toEqual([2, 1, 3]);
  expect((await list({ 'order[position]': 'asc' })).positions).toEqual([1, 2, 3]);
  expect((await list({ 'order[position]': 'DESC' })).positions).toEqual([3, 2, 1]);
  expect(await list({ q: 'question 02' })).toMatchObject({ 'hydra:totalItems': 1, positions: [2] });
  const first = await list({ 'order[position]': 'asc', itemsPerPage: 2 });
  expect(first).toMatchObject({ 'hydra:totalItems': 3, positions: [1, 2] });
  expect(first['hydra:view']?.['hydra:next']).toContain('page=2');
  expect((await list({ 'order[position]': 'asc', itemsPerPage: 2, page: 2 })).positions).toEqual([3]);
});

it('refuses a library without a name, and a question in an unknown library', async () => {
  const empty = { en: '', fr: '', nl: '' };
  const problem = await organiser.refused(libraries.create, { body: { name: empty } });
  expect(problem).toMatchObject({ status: 422, violations: [{ propertyPath: 'name.en' }] });
  const body = { libraryId: 999_999, position: 1, ...written };
  const unknown = await organiser.refused(questions.create, { body });
  expect(unknown).toMatchObject({ status: 422, violations: [{ propertyPath: 'libraryId' }] });
});

it('prevents changes to the change log, even in the database', async () => {
  await organiser.call(libraries.create, { body: { name } });
  const { db } = app.database;
  for (const statement of [
    db.updateTable('change_log').set({ action: 'nothing' }),
    db.updateTable('change_log').set({ after: null }),
    db.deleteFrom('change_log'),
  ])
    await expect(statement.execute()).rejects.toThrow('stay as they are');
});
