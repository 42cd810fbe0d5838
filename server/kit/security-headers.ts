import { hash } from 'node:crypto';
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import helmet, { contentSecurityPolicy } from 'helmet';
import { permissionsPolicy } from './permissions-policy.ts';

/** What a page may load besides our own files, and who may frame it. */
interface PagePolicy {
  /** The nonce of the inline styles that the page contains. */
  styleNonce?: string;
  /** The only inline script that the page contains. */
  inlineScript?: string | undefined;
  /** The origins of other servers from which pictures may be loaded. */
  pictureOrigins?: string[];
  /** Whether our own pages may frame this page. */
  isFramed?: boolean;
}

/** A request for helmet's middlewares, which need one but do not read it. */
const request = new IncomingMessage(new Socket());

/**
 * Sets the security headers of every response, except hijacked ones: their handlers have to copy the headers that they
 * need from `reply`. `secure` is true if the public address uses https.
 */
export function setSecurityHeaders(app: FastifyInstance, secure: boolean): void {
  const headers = {
    ...headersOf(
      helmet({
        contentSecurityPolicy: { useDefaults: false, directives: contentPolicy({}) },
        // `includeSubDomains` is off, because other hosts under this domain are not ours to restrict.
        strictTransportSecurity: secure && { maxAge: 31_536_000, includeSubDomains: false },
      }),
    ),
    'permissions-policy': permissionsPolicy,
  };
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(headers);
    next();
  });
}

/** Sets the content security policy of a page. */
export function setPagePolicy(reply: FastifyReply, policy: PagePolicy): void {
  reply.headers(headersOf(contentSecurityPolicy({ useDefaults: false, directives: contentPolicy(policy) })));
}

/** Returns the headers that a middleware of helmet sets. Setting them again is faster than calling it again. */
function headersOf(
  middleware: (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void,
): OutgoingHttpHeaders {
  const response = new ServerResponse(request);
  middleware(request, response, (error) => {
    if (error) throw error;
  });
  return response.getHeaders();
}

/**
 * Returns the directives of a content security policy. Inline scripts are forbidden, except one with exactly the given
 * text, and inline styles need the response's nonce.
 */
const contentPolicy = ({ styleNonce, inlineScript, pictureOrigins = [], isFramed = false }: PagePolicy) => ({
  'default-src': ["'self'"],
  'script-src': inlineScript ? ["'self'", `'sha256-${hash('sha256', inlineScript, 'base64')}'`] : ["'self'"],
  'img-src': ["'self'", 'data:', ...pictureOrigins],
  'style-src': styleNonce ? ["'self'", `'nonce-${styleNonce}'`] : ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': [isFramed ? "'self'" : "'none'"],
});
