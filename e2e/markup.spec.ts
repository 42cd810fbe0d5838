import type { Page } from '@playwright/test';
import type { Db } from '../server/db/db.ts';
import { loadCleaners } from '../server/kit/markup-cleaners.ts';
import { allAttacks, attackHost, attackMark } from '../server/testing/markup-attacks.ts';
import { demoDatabase } from './engine.ts';
import { expect, languages, password, test, text, waitUntilIdle, watchCalls } from './fixtures.ts';
import { startServer } from './server.ts';

type Clean = (markup: string) => Promise<string>;
const asItIs: Clean = async (markup) => markup;
const cleaners = loadCleaners();
const cleanHtml: Clean = async (markup) => (await cleaners).html(markup);
const cleanSvg: Clean = async (markup) => (await cleaners).svg(markup);

/** Joins the attacks for one language; each language gets a third of all attacks. */
const joined = (language: (typeof languages)[number], attacks: string[]) =>
  attacks.filter((_, index) => index % 3 === languages.indexOf(language)).join('\n');

/**
 * Stores the attacks wherever organisers write HTML or SVG. Each attack also gets its own question and its own marker.
 */
async function writeAttacks(db: Db, clean: { html: Clean; svg: Clean }): Promise<void> {
  const html = await Promise.all(allAttacks.map(clean.html));
  const svg = await Promise.all(allAttacks.map(clean.svg));
  const [library] = await db.selectFrom('faq_libraries').select('id').execute();
  await db.deleteFrom('faq_questions').execute();
  for (const [position, solution] of html.entries()) {
    const question = await db
      .insertInto('faq_questions')
      .values({ library_id: library?.id as number, position })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('faq_question_texts')
      .values({
        question_id: question.id,
        language: 'nl',
        problem: `Attack ${position}`,
        solution,
      })
      .execute();
  }
  for (const language of languages) {
    const texts = joined(language, html);
    await db
      .updateTable('challenge_translations')
      .set({ description: texts, introduction: texts })
      .where('language', '=', language)
      .execute();
    const suffix = language.charAt(0).toUpperCase() + language.slice(1);
    for (const name of ['registerExtraText', 'infoScreen', 'dashboardInfoContent', 'contactContent']) {
      const value = JSON.stringify(texts);
      await db
        .insertInto('configs')
        .values({ key: name + suffix, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute();
    }
    const drawings = joined(language, svg);
    const always = [{ min: 0, max: 100 }];
    const markers = svg.map((drawing, index) => ({
      name: `marker ${index}`,
      svg: drawing,
      weight: index,
      pathPercentageModifier: 0,
      percentageRanges: always,
    }));
    await db
      .updateTable('progress_maps')
      .set({
        defs: drawings,
        base_map: drawings,
        dynamic_path_definitions: JSON.stringify([
          { svg: `<path d="M0 0h900" stroke="red"/>${drawings}`, percentageRanges: always },
        ]),
        progress_marker_definitions: JSON.stringify(markers),
      })
      .where('id', '=', languages.indexOf(language) + 1)
      .execute();
  }
}

/** Records the effects of attacks on a page: dialogs, errors and external requests for which `isReported` is true. */
async function watch(page: Page, origin: string, isReported: (line: string) => boolean): Promise<string[]> {
  const seen: string[] = [];
  const report = (line: string) => isReported(line) && seen.push(line);
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`content policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  page.on('dialog', (dialog) => {
    report(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.type() === 'error') report(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => report(`error: ${error.message}`));
  page.on('popup', (popup) => report(`popup: ${popup.url()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:'))
      report(`request: ${request.url()}`);
  });
  return seen;
}

/** Fires every event that a visitor could trigger on the page, and expects no attack to have an effect. */
async function expectNothingHappened(page: Page, seen: string[]): Promise<void> {
  await waitUntilIdle(page);
  const found = await page.evaluate((mark) => {
    const events = [
      'mouseover',
      'mouseenter',
      'pointerenter',
      'focus',
      'focusin',
      'toggle',
      'animationstart',
    ];
    const everything = [...document.querySelectorAll('*')];
    // Events on the innermost elements bubble up through all other elements.
    for (const element of everything.filter(({ childElementCount }) => childElementCount === 0))
      for (const event of events) element.dispatchEvent(new Event(event, { bubbles: true }));
    const attributes = everything.flatMap((element) => [...element.attributes]);
    const schemes = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(
      ({ protocol }) => protocol,
    );
    return {
      ran: mark in window,
      handlers: attributes.filter(({ name }) => name.startsWith('on')).length,
      elsewhere: attributes.filter(
        ({ value }) => value.includes('attacker.invalid') && !value.startsWith('https:'),
      ).length,
      frames: document.querySelectorAll('iframe, frame, object, embed').length,
      bases: document.querySelectorAll('base').length,
      schemes: [...new Set(schemes)].filter((scheme) => !/^(https?|mailto|tel):$/.test(scheme)),
      isTooWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    };
  }, attackMark);
  expect(found).toEqual({
    ran: false,
    handlers: 0,
    elsewhere: 0,
    frames: 0,
    bases: 1,
    schemes: [],
    isTooWide: false,
  });
  expect(seen).toEqual([]);
}

/** Opens every question and returns how many are open. Throws if something covers a question. */
function openQuestions(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const questions = [...document.querySelectorAll<HTMLButtonElement>('button[aria-expanded]')].filter(
      ({ textContent }) => textContent?.startsWith('Attack'),
    );
    for (const question of questions) {
      question.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = question.getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      if (!question.contains(hit)) throw new Error(`${hit?.outerHTML} covers ${question.textContent}`);
      question.click();
      // The list stores which questions are open, and must process each click before the next one.
      await new Promise((resolve) => setTimeout(resolve));
    }
    return questions.filter((question) => question.ariaExpanded === 'true').length;
  });
}

/**
 * Matches browser messages about markup that the app parses in a hidden document to sanitise it. The page's content
 * security policy also blocks inline handlers, inline styles and `base` elements in that document.
 */
const ofReading =
  /Content Security Policy directive:? ["']?(default-src|script-src|style-src|base-uri)|^console: content policy: (script-src-attr|style-src-(attr|elem)|base-uri) /;

const variants = [
  ['stored sanitised', cleanHtml, cleanSvg, () => true],
  ['stored raw', asItIs, asItIs, (line: string) => !ofReading.test(line)],
] as const;

// spec: route /our-challenges/{uri}, route /faq/libraries/{id}, route /info
for (const [variant, html, svg, isReported] of variants)
  test(`no attack runs, loads or covers anything if the markup is ${variant}`, async ({ browser }) => {
    test.setTimeout(400_000);
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    watchCalls(page);
    const server = await startServer(await demoDatabase({}, (db) => writeAttacks(db, { html, svg })));
    const seen = await watch(page, server.address, isReported);
    const visit = async (address: string) => {
      await page.goto(`${server.address}/${address}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await test.step(`/${address}`, () => expectNothingHappened(page, seen));
    };
    const speak = (language: string) =>
      page.request.get(`${server.address}/global-challenge-language-switch?locale=${language}`);
    const uris = ['coast-to-ardennes', 'grand-tour-of-europe', 'around-the-world'];

    await visit('faq/libraries/1');
    expect(await openQuestions(page)).toBe(allAttacks.length);
    await expectNothingHappened(page, seen);
    for (const language of languages) {
      await speak(language);
      await visit('info');
      await visit('sign-up');
    }
    const data = { username: 'participant@example.com', password };
    await page.request.post(`${server.address}/global-challenge-login`, { data });
    for (const [index, language] of languages.entries()) {
      await speak(language);
      await visit('');
      await visit('info');
      await visit(`our-challenges/${uris[index]}`);
      // The click fails if an attack covers the menu.
      const menu = page.getByRole('navigation', { name: text(language, 'layout', 'menu') });
      await menu.getByRole('link').nth(1).click();
      await expect(page).toHaveURL(/my-activities$/);
    }
    await page.close();
    await server.end('SIGTERM');
  });

test('without sanitising, many of the attacks run or load something', async ({ browser }) => {
  const page = await browser.newPage();
  const harmful = new Set<string>();
  let attack = '';
  await page.route('**/*', (route) => {
    const url = route.request().url();
    if (url.includes(attackHost)) harmful.add(attack);
    return url === 'http://bare.invalid/'
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: attack })
      : route.abort();
  });
  for (attack of allAttacks) {
    await page.goto('http://bare.invalid/').catch(() => undefined);
    if (await page.evaluate((mark) => mark in window, attackMark).catch(() => false)) harmful.add(attack);
  }
  expect(harmful.size).toBeGreaterThanOrEqual(60);
  await page.close();
});
