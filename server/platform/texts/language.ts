import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { defaultLanguage, type Language, languages } from '../../../contract/kit/fields.ts';

/**
 * The language of a request: what it names as `locale`, else what its browser was switched to, else what
 * its headers prefer, else the default.
 */
export function languageOf(request: FastifyRequest): Language {
  // Read off the address: what was parsed of it holds only the words of the operation.
  const { url = '' } = request.raw;
  const locale = url.includes('locale=') ? new URLSearchParams(url.split('?')[1]).get('locale') : undefined;
  const preferred = new Negotiator(request.raw).language([defaultLanguage, ...languages]);
  return [locale, request.cookies?.locale, preferred].find(isLanguage) ?? defaultLanguage;
}

/** The language that this browser was switched to. What a browser prefers by itself does not count. */
export function chosenLanguage(request: FastifyRequest): Language | undefined {
  const chosen = request.cookies?.locale;
  return isLanguage(chosen) ? chosen : undefined;
}

/** The languages of ours that a browser asks for by itself, the most wanted first. */
export const languagesAskedFor = (request: FastifyRequest): Language[] =>
  new Negotiator(request.raw)
    .languages()
    .map((tag) => tag.split('-')[0]?.toLowerCase())
    .filter(isLanguage);

const isLanguage = (value: unknown): value is Language => languages.includes(value as Language);
