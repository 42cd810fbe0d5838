import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import {
  htmlRules,
  isLinkAddress,
  isPictureAddress,
  type MarkupRules,
  svgRules,
} from '../../contract/markup.ts';
import { allAttacks, attacks } from '../testing/markup-attacks.ts';
import { loadCleaners } from './markup-cleaners.ts';

const { html: cleanHtml, svg: cleanSvg } = await loadCleaners();

const { document } = new JSDOM('').window;

/** Returns the elements, attributes and URLs in the markup that break the rules. */
function activePartsOf(markup: string, rules: MarkupRules): string[] {
  const box = document.createElement('div');
  box.innerHTML = rules === svgRules ? `<svg>${markup}</svg>` : markup;
  const elements = [...box.querySelectorAll('*')].filter(
    (one) => one.parentElement !== box || rules !== svgRules,
  );
  return elements.flatMap((element) => {
    const known = rules.elements.some((name) => name.toLowerCase() === element.localName.toLowerCase());
    const place = element.namespaceURI === rules.namespace && known ? [] : [`<${element.localName}>`];
    return [
      ...place,
      ...[...element.attributes]
        .filter((one) => !isHarmless(one, rules))
        .map(({ name, value }) => `${element.localName} ${name}=${value}`),
    ];
  });
}

function isHarmless({ name, value }: Attr, rules: MarkupRules): boolean {
  if (name === 'rel') return value === 'noopener';
  if (!rules.attributes.includes(name.toLowerCase()) || /^on|^style$/i.test(name)) return false;
  if (rules === svgRules)
    return (
      !/url\((?!#map-[\w.-]+\))/i.test(value) &&
      !/[\\:]/.test(value) &&
      (!/href$/.test(name) || /^#map-/.test(value))
    );
  return (name !== 'href' || isLinkAddress(value)) && (name !== 'src' || isPictureAddress(value));
}

function expectClean(text: string): void {
  const [html, svg] = [cleanHtml(text), cleanSvg(text)];
  expect(activePartsOf(html, htmlRules), text).toEqual([]);
  expect(activePartsOf(svg, svgRules), text).toEqual([]);
  expect(cleanHtml(html), text).toBe(html);
  expect(cleanSvg(svg), text).toBe(svg);
}

describe('the corpus of attacks', () => {
  it('has at least 60 different attacks', () => {
    expect(new Set(allAttacks).size).toBe(allAttacks.length);
    expect(allAttacks.length).toBeGreaterThan(60);
  });

  for (const [rule, strings] of Object.entries(attacks))
    it.each(strings)(`leaves nothing active in a sanitised text or drawing (${rule}): %s`, expectClean);
});

describe('any markup', () => {
  const names = [
    'p',
    'a',
    'b',
    'table',
    'tr',
    'td',
    'pre',
    'svg',
    'path',
    'title',
    'desc',
    'style',
    'math',
    'mtext',
    'form',
    'template',
    'select',
    'textarea',
    'noscript',
    'script',
    'foreignObject',
    'img',
    'ul',
    'li',
  ];
  const values = [
    'x',
    'javascript:x',
    'url(#a)',
    'url(//b)',
    '#a',
    '</style>',
    '-->',
    '&lt;img&gt;',
    '\n',
    '\\75rl(x)',
  ];
  const attribute = fc
    .tuple(
      fc.constantFrom(
        'href',
        'src',
        'id',
        'class',
        'title',
        'onclick',
        'style',
        'fill',
        'name',
        'xlink:href',
      ),
      fc.constantFrom(...values),
      fc.constantFrom('"', "'", ''),
    )
    .map(([name, value, quote]) => ` ${name}=${quote}${value}${quote}`);
  const piece = fc.oneof(
    fc
      .tuple(fc.constantFrom(...names), fc.array(attribute, { maxLength: 3 }))
      .map(([name, list]) => `<${name}${list.join('')}>`),
    fc.constantFrom(...names).map((name) => `</${name}>`),
    fc.constantFrom(
      '<',
      '>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '&lt;',
      '&',
      '"',
      '\n\n',
      'text',
      '<br/>',
      '<?x',
    ),
    fc.string({ maxLength: 6 }),
  );

  it('does not change when sanitised a second time', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => expectClean(pieces.join(''))),
      { numRuns: 1500 },
    );
  });
});

describe('allowed markup', () => {
  it.each([
    '<h2>Title</h2><p>Text with <strong>weight</strong>, <em>tone</em> and a <a href="our-challenges" rel="noopener">link</a>.</p>',
    '<ul><li>one</li></ul><table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td colspan="2">b</td></tr></tbody></table>',
    '<p><a href="mailto:hr@example.com" rel="noopener">mail</a> <a href="https://example.com/a?b=c#d" target="_blank" rel="noopener">site</a></p>',
    '<p><img src="logo-dark.svg" alt="Logo" width="120"> <img src="data:image/png;base64,iVBORw0KGgo=" alt=""></p>',
    '<p>5 &lt; 6 &amp; «éà»</p>',
  ])('stays unchanged in a text: %s', (html) => {
    expect(cleanHtml(html)).toBe(html);
  });

  it.each([
    '<g transform="translate(1 2) rotate(30)"><path class="map-route" fill="none" stroke="var(--map-ink, #14251d)" d="M0 0C1 1 2 2 3 3"></path></g>',
    '<text class="map-label" data-rank="2" x="1" y="2" paint-order="stroke">Liège<tspan dx="0.5em">«b»</tspan></text>',
    '<linearGradient id="map-a"><stop offset="0.5" stop-color="rgb(1 2 3 / 50%)"></stop></linearGradient><rect fill="url(#map-a)" width="9" height="9"></rect>',
  ])('stays unchanged in a drawing: %s', (svg) => {
    expect(cleanSvg(svg)).toBe(svg);
  });

  it('gets prefixed ids in drawings, to avoid clashes with ids on the page', () => {
    const svg =
      '<pattern id="root" href="#b"></pattern><rect fill="url( \'#root\' ) red" mask="url(#m.1)"></rect>';
    expect(cleanSvg(svg)).toBe(
      '<pattern id="map-root" href="#map-b"></pattern><rect fill="url(#map-root) red" mask="url(#map-m.1)"></rect>',
    );
  });
});
