import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { notFound } from '../../kit/problem-error.ts';
import { useLink } from '../../people/mailed-links/mailed-link.ts';
import { activate } from '../../people/new-person.ts';

/**
 * Activates the account that a mailed link is for, and returns whether it was activated. Mail filters open links before
 * people do, so if a link was already used or has expired, browsers are redirected to the sign-in page, which says what
 * to do. API clients get 404.
 */
export async function activateByLink(
  db: Db,
  link: string,
  now: Temporal.Instant,
  accept: string | undefined,
): Promise<boolean> {
  const activated = await db.transaction().execute(async (tx) => {
    const personId = await useLink(tx, link, ['activate'], now);
    if (personId !== undefined) await activate(tx, personId, now);
    return personId !== undefined;
  });
  if (!activated && !accept?.includes('text/html')) throw notFound();
  return activated;
}
