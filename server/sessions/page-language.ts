import type { FastifyRequest } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import type { Language } from '../../contract/kit/fields.ts';
import { startLanguage } from '../configs/config.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import { findLink, passwordPurposes } from '../people/mailed-link.ts';
import { chosenLanguage, languageOf } from '../translations/language.ts';

/**
 * The language of a page: the one that was chosen in this browser; else, behind a mailed link, that of the person it was
 * mailed to; else, before anybody has set the platform up, what the browser prefers; else the platform's own.
 */
export async function pageLanguage(
  db: Db,
  iris: Iris,
  request: FastifyRequest,
  now: Temporal.Instant,
): Promise<Language> {
  const chosen = chosenLanguage(request) ?? (await languageOfLink(db, iris, request, now));
  return startLanguage(db, chosen);
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
