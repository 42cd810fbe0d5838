import type { FastifyReply } from 'fastify';
import type { Language } from '../../../contract/kit/fields.ts';
import type { Iris } from '../../kit/iris.ts';

const thirtyDaysInSeconds = 30 * 24 * 60 * 60;

/** Lets a browser remember a language, before what it prefers by itself. */
export function rememberLanguage(reply: FastifyReply, iris: Iris, language: Language): void {
  reply.setCookie('locale', language, {
    path: iris.of('/'),
    maxAge: thirtyDaysInSeconds,
    sameSite: 'lax',
    httpOnly: true,
  });
}
