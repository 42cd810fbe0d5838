import type { Page } from '@playwright/test';
import { demoDatabase } from './engine.ts';
import { expect, expectGoodPage, languageOf, signInSilently, test, text } from './fixtures.ts';
import { startServer } from './server.ts';

interface Library {
  name: string;
  questions: { id: number; problem: string; solution: string }[];
}

/** The platform's FAQ library: its id, and its texts in the given language. */
async function libraryOf(page: Page, language: string): Promise<{ id: string; library: Library }> {
  const configs = await (await page.request.get('./platform/api/configs')).json();
  const { value: id } = configs['hydra:member'].find((one: { id: string }) => one.id === 'faqLibraryId');
  const answer = await page.request.get(`./faq/api/libraries/${id}.json?locale=${language}`);
  return { id, library: await answer.json() };
}

/** Expects a question to be expanded, visible in the window and focused. */
async function expectArrivedAt(page: Page, problem: string): Promise<void> {
  const question = page.getByRole('button', { name: problem });
  await expect(question).toHaveAttribute('aria-expanded', 'true');
  await expect(question).toBeFocused();
  await expect(question).toBeInViewport();
}

const language = languageOf(import.meta.filename);
// spec: route /faq/libraries/{id}, role anonymous
test(`a visitor opens answers and follows links from one answer to another, in ${language}`, async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: 'locale', value: language, url: baseURL ?? '' }]);
  const { id, library } = await libraryOf(page, language);
  await page.goto(`./faq/libraries/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: library.name })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(library.questions.length);

  const linked = /\/faq\/question\/(\d+)/;
  const from = library.questions.find(({ solution }) => linked.test(solution));
  const to = library.questions.find(({ id }) => id === Number(linked.exec(from?.solution ?? '')?.[1]));
  if (!from || !to) throw new Error('no answer leads to another question');
  const first = page.getByRole('button', { name: from.problem });
  const second = page.getByRole('button', { name: to.problem });
  await expect(first).toHaveAttribute('aria-expanded', 'false');
  await first.focus();
  await page.keyboard.press('Enter');
  const answer = page.getByRole('region', { name: from.problem });
  await expect(answer).toBeVisible();
  await expectGoodPage(page);
  await answer.getByRole('link').last().click();
  await expectArrivedAt(page, to.problem);
  expect(new URL(page.url()).hash).toBe(`#question-${to.id}`);
  await expect(answer).toBeVisible();
  await page.keyboard.press('Space');
  await expect(second).toHaveAttribute('aria-expanded', 'false');

  await page.goto(`./faq/question/${to.id}`);
  await expectArrivedAt(page, to.problem);
});

// spec: route /faq/libraries/{id}
test(`signed-in people open the same answers from the footer, in ${language}`, async ({ page }) => {
  await signInSilently(page, language);
  await page.goto('./');
  const { library } = await libraryOf(page, language);
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: text(language, 'layout', 'footer.faq') })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: library.name })).toBeVisible();
  await expect(page.getByRole('navigation', { name: text(language, 'layout', 'menu') })).toBeVisible();
  await page.getByRole('button', { name: library.questions[0]?.problem ?? '' }).click();
  await expect(page.getByRole('region', { name: library.questions[0]?.problem ?? '' })).toBeVisible();
  await expectGoodPage(page);
});

test('the page of a missing library shows a red error in the chosen language, and a link to another page', async ({
  page,
  refusals,
}) => {
  refusals.add(404);
  await page.goto('./faq/libraries/999999');
  await expect(page.getByRole('alert')).toContainText(text('nl', 'problems', 'notFound.detail'));
  await expectGoodPage(page);
  await page.getByRole('link', { name: text('nl', 'faq', 'toLibrary') }).click();
  await expect(page).toHaveURL(/\/faq\/libraries\/1$/);
});

// spec: route /faq/libraries/{id}, route base path
test('links between answers work under a base path, whether or not the link contains the base path', async ({
  page,
}) => {
  const written = (href: string) => `<p><a href="${href}">on</a></p>`;
  const server = await startServer({
    BASE_PATH: 'club',
    ...(await demoDatabase({}, async (db) => {
      const links = ['/faq/question/2', '/club/faq/question/3', 'faq/question/4'];
      for (const [index, href] of links.entries())
        await db
          .updateTable('faq_question_texts')
          .set({ solution: written(href) })
          .where('question_id', '=', index + 1)
          .execute();
    })),
  });
  await page.goto(`${server.address}/club/faq/libraries/1#question-1`);
  for (const number of [2, 3, 4]) {
    const open = page.locator(`[id="question-${number - 1}"]`).getByRole('link', { name: 'on' });
    await open.click();
    await expect(page.locator(`[id="question-${number}"]`).getByRole('button')).toBeFocused();
    expect(new URL(page.url()).pathname).toBe('/club/faq/libraries/1');
  }
  await server.end('SIGTERM');
});
