import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/** The rows of every table, keyed by the table's name. */
export type Contents = Map<string, Record<string, unknown>[]>;

/** Returns the contents of a database, except its table of applied migrations. */
export async function contentsOf(db: Db): Promise<Contents> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`.execute(
    db,
  );
  const contents: Contents = new Map();
  for (const { name } of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(one) as row from ${sql.table(name)} one`.execute(db);
    contents.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return contents;
}

/** Returns the columns of all tables that have rows, as `table.column`. */
export const columnsOf = (contents: Contents): string[] =>
  [...contents].flatMap(([table, [row = {}]]) => Object.keys(row).map((column) => `${table}.${column}`));

/** Returns all rows of all tables, one line per row, with only these columns. */
export function linesOf(contents: Contents, columns: Set<string>): string[] {
  return [...contents]
    .flatMap(([table, rows]) =>
      rows.map((row) => {
        const kept = Object.entries(row).filter(([column]) => columns.has(`${table}.${column}`));
        return `${table} ${JSON.stringify(kept.sort(([a], [b]) => (a < b ? -1 : 1)))}`;
      }),
    )
    .sort();
}
