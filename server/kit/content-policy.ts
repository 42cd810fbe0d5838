/**
 * Returns the content security policy of a page. It allows only our own files, and pictures from
 * `pictureOrigins`. Inline scripts are forbidden, and inline styles need this response's nonce. Only a page
 * with `isFramed` may be framed, and only by our own pages.
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
