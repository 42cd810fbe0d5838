import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { defaultLanguage, type Language, languages } from '../../../contract/kit/fields.ts';

/**
 * The language of a request: its `locale`, else the one chosen in the browser, else the one in its headers, else the
 * default.
 */
export function languageOf(request: FastifyRequest): Language {
  // Read from the raw address, as the parsed query only contains the operation's own parameters.
  const { url = '' } = request.raw;
  const locale = url.includes('locale=') ? new URLSearchParams(url.split('?')[1]).get('locale') : undefined;
  const preferred = new Negotiator(request.raw).language([defaultLanguage, ...languages]);
  return [locale, request.cookies?.locale, preferred].find(isLanguage) ?? defaultLanguage;
}

/** The language chosen in this browser; the browser's own preference does not count. */
export function chosenLanguage(request: FastifyRequest): Language | undefined {
  const chosen = request.cookies?.locale;
  return isLanguage(chosen) ? chosen : undefined;
}

/** The available languages that a browser prefers, in order. */
export const languagesAskedFor = (request: FastifyRequest): Language[] =>
  new Negotiator(request.raw)
    .languages()
    .map((tag) => tag.split('-')[0]?.toLowerCase())
    .filter(isLanguage);

const isLanguage = (value: unknown): value is Language => languages.includes(value as Language);
