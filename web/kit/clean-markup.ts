import makePurify, { type DOMPurify } from 'dompurify';
import { htmlRules, type MarkupRules, svgRules } from '../../contract/markup.ts';

const html = cleaning(makePurify(window), htmlRules);
const svg = cleaning(makePurify(window), svgRules);

/** Sanitises organisers' HTML, which the server already sanitised when it was saved. */
export const cleanHtml = (markup: string): string => html(markup)?.innerHTML ?? '';

/** Sanitises organisers' SVG, which is the content of an svg element without the element itself. */
export const cleanSvg = (markup: string): string =>
  svg(`<svg>${markup}</svg>`)?.firstElementChild?.innerHTML ?? '';

/**
 * Returns a function that sanitises markup by the same rules as `server/kit/markup-cleaners.ts`. The function returns
 * null for a document with only frames.
 */
function cleaning(purify: DOMPurify, rules: MarkupRules): (markup: string) => HTMLElement | null {
  purify.addHook('uponSanitizeAttribute', (_element, attribute) => {
    const value = rules.valueOf(attribute.attrName, attribute.attrValue);
    if (value === undefined) attribute.keepAttr = false;
    else attribute.attrValue = value;
  });
  purify.addHook('afterSanitizeAttributes', (element) => {
    if (element.nodeName === 'A') element.setAttribute('rel', 'noopener');
  });
  // Sets the configuration once, because parsing it takes longer than sanitising a short text.
  purify.setConfig({
    ALLOWED_TAGS: rules.elements,
    ALLOWED_ATTR: rules.attributes,
    ALLOWED_NAMESPACES: [rules.namespace],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM: true,
  });
  return (markup) => purify.sanitize(markup) as unknown as HTMLElement | null;
}
