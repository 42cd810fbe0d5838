import type { FastifyReply } from 'fastify';
import type { Language } from '../../../contract/kit/fields.ts';
import type { Iris } from '../../kit/iris.ts';

const thirtyDaysInSeconds = 30 * 24 * 60 * 60;

/**
 * Sets the cookie that stores the language chosen in a browser. The cookie takes precedence over the browser's own
 * preference.
 */
export function rememberLanguage(reply: FastifyReply, iris: Iris, language: Language): void {
  reply.setCookie('locale', language, {
    path: iris.of('/'),
    maxAge: thirtyDaysInSeconds,
    sameSite: 'lax',
    httpOnly: true,
    // If the app is used over https, browsers send the cookie only over https.
    secure: 'auto',
  });
}
