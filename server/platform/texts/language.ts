import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { defaultLanguage, type Language, languages } from '../../../contract/kit/fields.ts';

/**
 * Returns the language of a request: the parameter `locale`, or the language chosen in the browser, or the language
 * that the headers prefer, or the default language.
 */
export function languageOf(request: FastifyRequest): Language {
  // The parameter is read from the raw URL, because the parsed query contains only the operation's own parameters.
  const { url = '' } = request.raw;
  const locale = url.includes('locale=') ? new URLSearchParams(url.split('?')[1]).get('locale') : undefined;
  const preferred = new Negotiator(request.raw).language([defaultLanguage, ...languages]);
  return [locale, request.cookies?.locale, preferred].find(isLanguage) ?? defaultLanguage;
}

/** Returns the language chosen in this browser, ignoring the browser's own preference. */
export function chosenLanguage(request: FastifyRequest): Language | undefined {
  const chosen = request.cookies?.locale;
  return isLanguage(chosen) ? chosen : undefined;
}

/** Returns the languages that a browser accepts, in order of preference. */
export const languagesAskedFor = (request: FastifyRequest): Language[] =>
  new Negotiator(request.raw)
    .languages()
    .map((tag) => tag.split('-')[0]?.toLowerCase())
    .filter(isLanguage);

const isLanguage = (value: unknown): value is Language => languages.includes(value as Language);
