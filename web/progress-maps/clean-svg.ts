import DOMPurify from 'dompurify';

/**
 * SVG that organisers supplied, cleaned once more: no scripts, handlers, links or style of its own, and
 * nothing fetched from elsewhere.
 */
export function cleanSvg(markup: string): string {
  const clean = DOMPurify.sanitize(`<svg>${markup}</svg>`, {
    USE_PROFILES: { svg: true, svgFilters: true },
    FORBID_TAGS: ['a', 'image', 'feImage', 'style'],
    FORBID_ATTR: ['style'],
    RETURN_DOM_FRAGMENT: true,
  });
  return clean.firstElementChild?.innerHTML ?? '';
}
