/** A part of a script: SQL to run, or a COPY statement with its rows as chunks of whole lines. */
export type ScriptPart = { sql: string } | { copy: string; rows: AsyncIterable<Buffer> };

const newline = 0x0a;
const copyStart = /^COPY .* FROM stdin;$/;
const copyEnd = '\\.';

/**
 * Statements of a dump that are left out: commands of psql, a schema that every database has, and a setting that
 * PostgreSQL 16 and older do not know.
 */
const leftOut = /^(?:\\(?:un)?restrict |CREATE SCHEMA public;$|SET transaction_timeout = )/;

/**
 * Rows are passed on in chunks of at least this size, in bytes; only the last chunk of a table may be
 * smaller.
 */
const chunkSize = 1024 * 1024;

/**
 * Divides a script of `pg_dump` into its parts. The rows of a part must be read before the next part. Throws if the
 * script ends within the rows of a table.
 */
export async function* partsOfScript(script: AsyncIterable<Buffer>): AsyncGenerator<ScriptPart> {
  const lines = linesOf(script);
  let sql: string[] = [];
  for await (const line of lines) {
    const text = line.toString();
    if (copyStart.test(text)) {
      if (sql.length > 0) yield { sql: sql.join('\n') };
      sql = [];
      yield { copy: text.slice(0, -1), rows: rowsOf(lines) };
    } else if (!leftOut.test(text)) sql.push(text);
  }
  if (sql.length > 0) yield { sql: sql.join('\n') };
}

async function* rowsOf(lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let kept: Buffer[] = [];
  let size = 0;
  for (;;) {
    const { value: line, done } = await lines.next();
    if (done) throw new Error('The backup is incomplete: it ends within the rows of a table.');
    if (line.length === copyEnd.length && line.toString() === copyEnd) break;
    kept.push(line, lineEnd);
    size += line.length + 1;
    if (size < chunkSize) continue;
    yield Buffer.concat(kept);
    kept = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(kept);
}

const lineEnd = Buffer.from('\n');

/** Yields the lines of a stream, without line ends. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let kept: Buffer[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      yield kept.length > 0
        ? Buffer.concat([...kept, chunk.subarray(start, end)])
        : chunk.subarray(start, end);
      kept = [];
      start = end + 1;
    }
    if (start < chunk.length) kept.push(chunk.subarray(start));
  }
  if (kept.length > 0) yield Buffer.concat(kept);
}
