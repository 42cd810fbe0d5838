/**
 * The content security policy of our pages: only our own files, plus pictures from these origins. No inline scripts or
 * styles, except styles with this answer's nonce. No page may frame it, unless `isFramed`: then our own pages may.
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
