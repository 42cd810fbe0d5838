import type { DOMPurify } from 'dompurify';
import { htmlRules, type MarkupRules, svgRules } from '../../contract/markup.ts';

interface Cleaners {
  html(markup: string): string;
  svg(markup: string): string;
}

/** Loaded when something is first cleaned: a document without a browser costs half a second and 80 MB. */
let loading: Promise<Cleaners> | undefined;

/** HTML that organisers wrote, as it may be stored: texts, tables, links and pictures, and nothing active. */
export async function cleanHtml(markup: string): Promise<string> {
  loading ??= load();
  return untilStable((await loading).html, markup);
}

/** SVG that organisers supplied, the inside of an svg element, as it may be stored: a drawing and nothing else. */
export async function cleanSvg(markup: string): Promise<string> {
  loading ??= load();
  return untilStable((await loading).svg, markup);
}

async function load(): Promise<Cleaners> {
  const [{ JSDOM }, { default: makePurify }] = await Promise.all([import('jsdom'), import('dompurify')]);
  const { window } = new JSDOM('');
  const html = cleaning(makePurify(window), htmlRules);
  const svg = cleaning(makePurify(window), svgRules);
  return {
    html: (markup) => html(markup)?.innerHTML ?? '',
    svg: (markup) => svg(`<svg>${markup}</svg>`)?.firstElementChild?.innerHTML ?? '',
  };
}

/** Cleans by the rules; nothing is left of a document that is all frames. */
function cleaning(purify: DOMPurify, rules: MarkupRules): (markup: string) => HTMLElement | null {
  purify.addHook('uponSanitizeAttribute', (_element, attribute) => {
    const value = rules.valueOf(attribute.attrName, attribute.attrValue);
    if (value === undefined) attribute.keepAttr = false;
    else attribute.attrValue = value;
  });
  purify.addHook('afterSanitizeAttributes', (element) => {
    if (element.nodeName === 'A') element.setAttribute('rel', 'noopener');
  });
  return (markup) =>
    purify.sanitize(markup, {
      ALLOWED_TAGS: rules.elements,
      ALLOWED_ATTR: rules.attributes,
      ALLOWED_NAMESPACES: [rules.namespace],
      ALLOW_DATA_ATTR: false,
      ALLOW_ARIA_ATTR: false,
      RETURN_DOM: true,
    }) as HTMLElement | null;
}

/** Cleans what cleaning made, until that changes nothing: what is stored is what reading it again gives. */
function untilStable(clean: (markup: string) => string, markup: string): string {
  let before = markup;
  for (let round = 0; round < 10; round += 1) {
    const after = clean(before);
    if (after === before) return after;
    before = after;
  }
  throw new Error('markup that is another each time it is read');
}
