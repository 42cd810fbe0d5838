import type { DOMPurify } from 'dompurify';
import { htmlRules, type MarkupRules, svgRules } from '../../contract/markup.ts';

/** Sanitises markup. Both methods are synchronous and may take a long time, so call them in a worker thread. */
export interface Cleaners {
  /** Sanitises organisers' HTML for storage: keeps texts, tables, links and pictures, and removes everything active. */
  html(markup: string): string;
  /**
   * Sanitises organisers' SVG (the content of an svg element) for storage: keeps the drawing, and removes everything
   * active.
   */
  svg(markup: string): string;
}

/** Thrown for markup that changes each time it is parsed. */
export class UnstableMarkup extends Error {}

/** Loads the cleaners and their DOM, which takes half a second and 80 MB. */
export async function loadCleaners(): Promise<Cleaners> {
  const [{ JSDOM }, { default: makePurify }] = await Promise.all([import('jsdom'), import('dompurify')]);
  const { window } = new JSDOM('');
  const html = cleaning(makePurify(window), htmlRules);
  const svg = cleaning(makePurify(window), svgRules);
  return {
    html: (markup) => untilStable((text) => html(text)?.innerHTML ?? '', markup),
    svg: (markup) =>
      untilStable((text) => svg(`<svg>${text}</svg>`)?.firstElementChild?.innerHTML ?? '', markup),
  };
}

/** Returns a function that sanitises markup according to the rules. */
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

/** Repeats sanitising until the result is stable, so that browsers parse exactly what is stored. */
function untilStable(clean: (markup: string) => string, markup: string): string {
  let before = markup;
  for (let round = 0; round < 10; round += 1) {
    const after = clean(before);
    if (after === before) return after;
    before = after;
  }
  throw new UnstableMarkup();
}
