import type { FastifyRequest } from 'fastify';
import { forbidden } from './problem-error.ts';

/**
 * Refuses requests that a page on another site sends with our cookie. Browsers send Sec-Fetch-Site, and older browsers
 * send Origin; other programs send neither header and have no cookie. Throws 403.
 */
export function rejectCrossSite(request: FastifyRequest): void {
  const relation = request.headers['sec-fetch-site'];
  if (relation !== undefined) {
    if (relation !== 'same-origin' && relation !== 'none') throw forbidden('foreign');
    return;
  }
  const { origin } = request.headers;
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== request.host))
    throw forbidden('foreign');
}
