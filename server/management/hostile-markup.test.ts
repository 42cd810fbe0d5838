import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { questions } from '../../contract/managed/faq.ts';
import { lines } from '../../contract/managed/progress-maps.ts';
import { cleanHtml } from '../kit/clean-markup.ts';
import { type Browser, type TestApp, testApp } from '../testing/test-app.ts';

let app: TestApp;
let organiser: Browser;

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
});
afterAll(() => app.close());

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('');
const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${inside}<path d="M0 0L100 50"/></svg>`;
const answer = (en: string) => ({
  position: 1,
  problem: { en: 'Why?', fr: '', nl: '' },
  solution: { en, fr: '', nl: '' },
});

/** Markup with slightly fewer elements than the limit allows. */
const large = times(2400, () => '<p><i>x</i></p>');

/** 2,000 style rules for 2,000 elements. */
const styled = svg(
  `<style>${times(2000, (index) => `.c${index}{fill:red}`)}</style>${times(2000, (index) => `<g class="c${index}"/>`)}`,
);

describe('markup that is slow to sanitise', () => {
  it('is scanned in linear time even if an attribute value is very long', async () => {
    const long = svg(`<path d="M${'0'.repeat(60_000)}"/>`);
    const { picture } = await organiser.call(lines, { body: { drawing: long } });
    expect(picture).toContain('0'.repeat(60_000));
  });

  it.each([
    ['2,000 style rules for 2,000 elements', styled, 'drawing.tooManyStyles'],
    ['deep nesting', svg(`${'<g>'.repeat(3000)}${'</g>'.repeat(3000)}`), 'drawing.tooComplex'],
    ['many attributes', svg(`<g ${times(9000, (index) => `a${index}="" `)}/>`), 'drawing.tooComplex'],
    [
      'an entity that stands for a long text',
      `<!DOCTYPE svg [<!ENTITY a "${'b'.repeat(9000)}">]>${svg('')}`,
      'drawing.unreadable',
    ],
    ['unfinished entities', svg('<!ENTITY'.repeat(40_000)), 'drawing.unreadable'],
  ])('is refused in a drawing: %s', async (_, drawing, code) => {
    const problem = await organiser.refused(lines, { body: { drawing } });
    expect(problem).toMatchObject({ status: 422, violations: [{ propertyPath: 'drawing', code }] });
  });

  it.each([
    ['deep nesting', '<div>'.repeat(5000), 'markup.depth'],
    ['deep nesting through slashes that close nothing', '<div/>'.repeat(5000), 'markup.depth'],
    ['deep nesting after a comment that ends immediately', `<!-->${'<div>'.repeat(5000)}`, 'markup.depth'],
    ['deep nesting after a comment with an unusual end', `<!-- --!>${'<div>'.repeat(5000)}`, 'markup.depth'],
    [
      'an element that reopens in each paragraph',
      times(500, (index) => `<p><b title=${index}>x</p>`),
      'markup.depth',
    ],
    ['many elements', '<br>'.repeat(9000), 'markup.elements'],
    ['many attributes', `<p ${times(5000, (index) => `a${index} `)}>x</p>`, 'markup.attributes'],
  ])('is refused in a text: %s', async (_, text, code) => {
    const problem = await organiser.refused(questions.create, { body: answer(text) });
    expect(problem).toMatchObject({ status: 422, violations: [{ propertyPath: 'solution.en', code }] });
  });

  it('is refused with a message in the organiser’s language', async () => {
    const messages = ['en', 'fr', 'nl'].map(async (language) => {
      const headers = { 'accept-language': language };
      const body = answer('<div>'.repeat(5000));
      return (await organiser.refused(questions.create, { body }, headers)).violations?.[0]?.message;
    });
    const [english, ...others] = await Promise.all(messages);
    expect(english).toBe(
      'This text is nested too deeply. The limit is 50 levels. Paste it without formatting.',
    );
    expect(new Set([english, ...others]).size).toBe(3);
  });

  it('is sanitised outside the event loop', async () => {
    await cleanHtml('<p>', 'text');
    const cleaned = cleanHtml(large, 'text').then(() => true);
    let turns = 0;
    while (!(await Promise.race([cleaned, setImmediate(false)]))) turns += 1;
    expect(turns).toBeGreaterThan(20);
  });

  it('does not delay other calls while it is being sanitised', async () => {
    const cleaned = organiser.call(questions.create, { body: answer(large) }).then(() => 'cleaned' as const);
    let answered = 0;
    for (;;) {
      const first = await Promise.race([cleaned, app.app.inject('/healthz')]);
      if (first === 'cleaned') break;
      expect(first.statusCode).toBe(200);
      answered += 1;
      await setImmediate();
    }
    expect(answered).toBeGreaterThan(20);
  });
});
