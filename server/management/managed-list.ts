import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { ManagedQuery } from '../../contract/kit/managed-resource.ts';
import type { Db } from '../db/db.ts';
import type { Page } from '../kit/hydra.ts';

/** A query whose columns are named after a resource's fields. */
// biome-ignore lint/suspicious/noExplicitAny: its tables vary, and Kysely has no type for that
export type Rows<Row> = SelectQueryBuilder<any, any, Row> | RawBuilder<Row>;

const pages = new Set(['page', 'itemsPerPage', 'q']);

/**
 * Returns an SQL expression for a text in lower case and without accents, so that it sorts like `sortName`: Évrard
 * comes before Peeters.
 */
const plain = (text: RawBuilder<unknown>) =>
  sql`lower(regexp_replace(normalize(${text}::text, NFKD), ${'[\u0300-\u036f]'}, '', 'g'))`;

/**
 * Returns the requested page of a managed list: the rows that match the filters and contain all search words,
 * in the requested order, then by descending id. `searched` are the searchable text columns. Searching
 * ignores case; sorting by these columns also ignores accents.
 */
export async function pageOf<Row extends { id: number }>(
  db: Db,
  rows: Rows<Row>,
  query: ManagedQuery,
  searched: (keyof Row & string)[] = [],
): Promise<Page<Row>> {
  const { page, itemsPerPage, q } = query;
  const filters = Object.entries(query).filter(([name, value]) => value !== undefined && !pages.has(name));
  const orders = filters.flatMap(([name, value]) => {
    const column = /^order\[(\w+)\]$/.exec(name)?.[1];
    if (!column) return [];
    const key = searched.some((name) => name === column) ? plain(sql.ref(column)) : sql.ref(column);
    return [sql`${key} ${sql.raw(value === 'desc' ? 'desc' : 'asc')} nulls last`];
  });
  // Search words are ignored if the list cannot be searched.
  const sought = searched.length === 0 ? [] : (q?.trim().split(/\s+/).filter(Boolean) ?? []);
  const conditions = [
    ...filters
      .filter(([name]) => !name.startsWith('order['))
      .map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    ...sought.map(
      (value) =>
        sql`strpos(lower(concat_ws(' ', ${sql.join(searched.map((name) => sql.ref(name)))})), lower(${value})) > 0`,
    ),
  ];
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const from = sql`from (${rows}) as rows ${where}`;
  const offset = (page - 1) * itemsPerPage;
  const [found, counted] = [
    await sql<Row>`select * ${from} order by ${sql.join([...orders, sql`id desc`])} limit ${itemsPerPage} offset ${offset}`.execute(
      db,
    ),
    await sql<{ count: number }>`select count(*) as count ${from}`.execute(db),
  ];
  return { members: found.rows, totalItems: counted.rows[0]?.count ?? 0, position: { page, itemsPerPage } };
}
