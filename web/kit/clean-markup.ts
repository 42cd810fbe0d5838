import makePurify, { type DOMPurify } from 'dompurify';
import { htmlRules, type MarkupRules, svgRules } from '../../contract/markup.ts';

const html = cleaning(makePurify(window), htmlRules);
const svg = cleaning(makePurify(window), svgRules);

/** Cleans organisers' HTML; the server cleaned it too when it was saved. */
export const cleanHtml = (markup: string): string => html(markup)?.innerHTML ?? '';

/** Cleans organisers' SVG, the inside of an svg element, likewise. */
export const cleanSvg = (markup: string): string =>
  svg(`<svg>${markup}</svg>`)?.firstElementChild?.innerHTML ?? '';

/** Works by the same rules as `server/kit/markup-cleaners.ts`; empty for a document of frames only. */
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
