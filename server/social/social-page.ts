import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Page } from '../kit/hydra.ts';

export interface PageWanted {
  page: number;
  itemsPerPage: number;
  /** The date and id of the last item on the previous page, for example `2026-11-20_17`. */
  cursor?: string | undefined;
}

/**
 * Returns SQL that ends a query for a page of likes or comments, latest first. Selects one extra row to find out
 * whether there is a next page.
 */
export const newestFirst = (id: RawBuilder<unknown>, { page, itemsPerPage, cursor }: PageWanted) => sql`
  ${cursor ? sql`and ${id} < ${cursor.split('_')[1]}::bigint` : sql``}
  order by ${id} desc
  limit ${itemsPerPage + 1} offset ${cursor ? 0 : (page - 1) * itemsPerPage}`;

/** Converts the rows of a query that ends with `newestFirst` to a page. */
export function socialPage<Row extends { id: number; created_at: Temporal.Instant }, Member>(
  rows: Row[],
  totalItems: number,
  { page, itemsPerPage }: PageWanted,
  toMember: (row: Row) => Member,
): Page<Member> {
  const shown = rows.slice(0, itemsPerPage);
  const last = shown.at(-1);
  const nextCursor =
    last && rows.length > itemsPerPage ? `${last.created_at.toString().slice(0, 10)}_${last.id}` : undefined;
  return { members: shown.map(toMember), totalItems, position: { page, itemsPerPage, nextCursor } };
}
