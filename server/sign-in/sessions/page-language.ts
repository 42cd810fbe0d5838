import type { FastifyRequest } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import type { Language } from '../../../contract/kit/fields.ts';
import type { Db } from '../../db/db.ts';
import type { Iris } from '../../kit/iris.ts';
import { findLink, passwordPurposes } from '../../people/mailed-links/mailed-link.ts';
import { availableLanguages, isBrowserLanguageShown, startLanguage } from '../../platform/settings/config.ts';
import { chosenLanguage, languageOf, languagesAskedFor } from '../../platform/texts/language.ts';

/** The language of a page, and the other language that the page offers. */
export interface PageLanguage {
  shown: Language;
  /** Another language that the browser prefers, unless somebody has chosen a language in this browser. */
  offered: Language | undefined;
}

/**
 * Returns the language of a page, which is the first of these that applies: the language chosen in this browser; the
 * recipient's language, on the page of a mailed link; the browser's language, if the platform is not set up yet or
 * organisers have enabled this; the platform's default language.
 */
export async function pageLanguage(
  db: Db,
  iris: Iris,
  request: FastifyRequest,
  now: Temporal.Instant,
): Promise<PageLanguage> {
  const chosen = chosenLanguage(request);
  if (chosen) return { shown: await startLanguage(db, chosen), offered: undefined };
  const asked = await languageOfBrowser(db, request);
  const wanted =
    (await languageOfLink(db, iris, request, now)) ??
    ((await isBrowserLanguageShown(db)) ? asked : undefined);
  const shown = await startLanguage(db, wanted);
  return { shown, offered: asked === shown ? undefined : asked };
}

/**
 * Returns a function that guesses the language of a page without asking the database: the language chosen in this
 * browser; the browser's language, if organisers have enabled this; the platform's default language.
 */
export async function likelyLanguages(db: Db): Promise<(request: FastifyRequest) => Language> {
  const [start, isBrowsers] = await Promise.all([startLanguage(db, undefined), isBrowserLanguageShown(db)]);
  return (request) => chosenLanguage(request) ?? (isBrowsers ? languageOf(request) : start);
}

/** Returns the available language that a browser prefers most. */
async function languageOfBrowser(db: Db, request: FastifyRequest): Promise<Language | undefined> {
  const offered = (await availableLanguages(db)).map(({ code }) => code);
  return languagesAskedFor(request).find((one) => offered.includes(one));
}

async function languageOfLink(
  db: Db,
  iris: Iris,
  request: FastifyRequest,
  now: Temporal.Instant,
): Promise<Language | undefined> {
  const [path = ''] = request.url.split('?', 1);
  if (path.startsWith(iris.of('/first-organiser/'))) return languageOf(request);
  const mailed = iris.of('/reset-password/');
  if (!path.startsWith(mailed)) return undefined;
  return (await findLink(db, path.slice(mailed.length), passwordPurposes, now))?.language;
}
