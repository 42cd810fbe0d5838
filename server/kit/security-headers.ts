import type { FastifyInstance, FastifyReply } from 'fastify';
import helmet, { contentSecurityPolicy } from 'helmet';
import { permissionsPolicy } from './permissions-policy.ts';

/** What a page may load besides our own files, and who may frame it. */
interface PagePolicy {
  /** The nonce of the inline styles that the page contains. */
  styleNonce?: string;
  /** The origins of other servers from which pictures may be loaded. */
  pictureOrigins?: string[];
  /** Whether our own pages may frame this page. */
  isFramed?: boolean;
}

/** Sets the security headers of every response. `secure` is true if the public address uses https. */
export function setSecurityHeaders(app: FastifyInstance, secure: boolean): void {
  // Created once: creating the headers takes much longer than setting them.
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentPolicy({}) },
    // `includeSubDomains` is off, because other hosts under this domain are not ours to restrict.
    strictTransportSecurity: secure && { maxAge: 31_536_000, includeSubDomains: false },
  });
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('permissions-policy', permissionsPolicy);
    setHeaders(request.raw, reply.raw, (error) => next(error as Error | undefined));
  });
}

/** Sets the content security policy of a page. */
export function setPagePolicy({ request, raw }: FastifyReply, policy: PagePolicy): void {
  const setPolicy = contentSecurityPolicy({ useDefaults: false, directives: contentPolicy(policy) });
  setPolicy(request.raw, raw, (error) => {
    if (error) throw error;
  });
}

/**
 * Returns the directives of a content security policy. Inline scripts are forbidden, and inline styles need the
 * response's nonce.
 */
const contentPolicy = ({ styleNonce, pictureOrigins = [], isFramed = false }: PagePolicy) => ({
  'default-src': ["'self'"],
  'img-src': ["'self'", 'data:', ...pictureOrigins],
  'style-src': styleNonce ? ["'self'", `'nonce-${styleNonce}'`] : ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': [isFramed ? "'self'" : "'none'"],
});
