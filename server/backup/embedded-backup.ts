import type { PGlite } from '@electric-sql/pglite';
import { pgDump } from '@electric-sql/pglite-tools/pg_dump';

/** The schemas to dump: the platform's tables and the queue's. */
export const schemas = ['public', 'jobs'];

/** The options with which `pg_dump` writes a script that any user can restore. */
export const dumpOptions = [
  '--no-owner',
  '--no-privileges',
  '--no-comments',
  ...schemas.map((schema) => `--schema=${schema}`),
];

/**
 * Dumps an embedded database that nobody writes to, in the format of `pg_dump`. PGlite's own `pg_dump` is used only for
 * the schema: for rows, it would hold them all in memory several times and change those that look like its commands.
 */
export async function* dumpEmbedded(pglite: PGlite): AsyncGenerator<Buffer> {
  const section = async (name: string) => {
    const file = await pgDump({ pg: pglite, args: [...dumpOptions, '--schema-only', `--section=${name}`] });
    return Buffer.from(await file.arrayBuffer());
  };
  yield await section('pre-data');
  for (const { name, columns } of await tablesOf(pglite)) {
    yield Buffer.from(`COPY ${name} (${columns}) FROM stdin;\n`);
    const { blob } = await pglite.query(`copy ${name} (${columns}) to '/dev/blob'`);
    for await (const chunk of blob?.stream() ?? []) yield Buffer.from(chunk);
    yield Buffer.from('\\.\n\n');
  }
  yield Buffer.from(await sequencesOf(pglite));
  yield await section('post-data');
}

async function tablesOf(pglite: PGlite): Promise<{ name: string; columns: string }[]> {
  const { rows } = await pglite.query<{ name: string; columns: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
      string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and n.nspname = any($1)
    group by n.nspname, c.relname order by 1`,
    [schemas],
  );
  return rows;
}

async function sequencesOf(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ command: string }>(
    `select format('SELECT pg_catalog.setval(%L, %s, %L);', format('%I.%I', schemaname, sequencename),
      coalesce(last_value, start_value), last_value is not null) as command
    from pg_sequences where schemaname = any($1) order by 1`,
    [schemas],
  );
  return rows.map(({ command }) => `${command}\n`).join('');
}
