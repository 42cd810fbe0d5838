import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { type Language, languages } from '../../contract/kit/fields.ts';

/** The product's default language. */
export const defaultLanguage: Language = 'nl';

/**
 * The language of a request: what it names as `locale`, else what its browser was switched to, else what
 * its headers prefer, else the default.
 */
export function languageOf(request: FastifyRequest): Language {
  const { locale } = (request.query ?? {}) as { locale?: unknown };
  const preferred = new Negotiator(request.raw).language([defaultLanguage, ...languages]);
  return [locale, request.cookies?.locale, preferred].find(isLanguage) ?? defaultLanguage;
}

/** The language that this browser was switched to, else the default. What a browser prefers by itself does not count. */
export function chosenLanguageOf(request: FastifyRequest): Language {
  const chosen = request.cookies?.locale;
  return isLanguage(chosen) ? chosen : defaultLanguage;
}

const isLanguage = (value: unknown): value is Language => languages.includes(value as Language);
