import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
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
  return [locale, request.cookies?.locale].find(isLanguage) ?? preferredLanguage(request);
}

/** The language for each `Accept-Language` header; most browsers send one of a few headers. */
const preferences = new LRUCache<string, Language>({ max: 1000 });

/** The longest header that is remembered. Browsers send less than half of this; others could fill the memory. */
const longestRemembered = 200;

function preferredLanguage({ raw }: FastifyRequest): Language {
  const header = raw.headers['accept-language'] ?? '';
  const known = preferences.get(header);
  if (known) return known;
  const accepted = new Negotiator(raw).language([defaultLanguage, ...languages]);
  const language = isLanguage(accepted) ? accepted : defaultLanguage;
  if (header.length <= longestRemembered) preferences.set(header, language);
  return language;
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
