/**
 * What a page of ours may load: our own files and nothing else. No script and no style may stand in the
 * page itself, but for the styles that carry the nonce of this very answer.
 */
export function contentPolicy(styleNonce?: string): Record<string, string[]> {
  return {
    'default-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'style-src': styleNonce ? ["'self'", `'nonce-${styleNonce}'`] : ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
}
