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

const isLanguage = (value: unknown): value is Language => languages.includes(value as Language);
