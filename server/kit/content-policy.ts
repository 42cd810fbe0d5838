/**
 * What a page of ours may load: our own files and nothing else, but for pictures of these origins. No script
 * and no style may stand in the page itself, but for the styles that carry the nonce of this very answer. No page
 * may frame it, unless `isFramed`: then other pages of ours may.
 */
export function contentPolicy(
  styleNonce?: string,
  pictureOrigins: string[] = [],
  isFramed = false,
): Record<string, string[]> {
  return {
    'default-src': ["'self'"],
    'img-src': ["'self'", 'data:', ...pictureOrigins],
    'style-src': styleNonce ? ["'self'", `'nonce-${styleNonce}'`] : ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': [isFramed ? "'self'" : "'none'"],
  };
}
