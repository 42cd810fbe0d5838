import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/**
 * SQL features that some PostgreSQL-compatible engines reject or ignore, each with the files that may use it.
 */
const features: { name: string; uses: RegExp; allowed: string[] }[] = [
  { name: 'LISTEN and NOTIFY', uses: /\b(?:listen|notify)\s+["\w]|\bpg_notify\b/i, allowed: [] },
  { name: 'WITH TIES', uses: /\bwith ties\b/i, allowed: [] },
  {
    name: 'triggers on TRUNCATE',
    uses: /\bbefore truncate\b|\bafter truncate\b/i,
    allowed: ['db/migrations/0004-management.sql'],
  },
  {
    name: 'LOCK TABLE',
    uses: /\block table\b/i,
    // Both are maintenance: rebuilding all boards, and recounting after a change of rules.
    allowed: ['rankings/rebuild.ts', 'activities/source-records/person-lock.ts'],
  },
  {
    name: 'system columns',
    uses: /\b(?:xmin|xmax|cmin|cmax|ctid)\b/i,
    allowed: ['rankings/live-boards.ts'],
  },
  {
    name: 'transaction snapshots',
    uses: /\b(?:pg_current_\w+|txid_\w+)/i,
    allowed: [
      'db/migrations/0046-expand-standing-changes.sql',
      'db/migrations/0055-expand-table-changes.sql',
      'db/table-changes.ts',
      'rankings/place-on-board.ts',
    ],
  },
  { name: 'session-level locks', uses: /\bpg_advisory_(?:unlock|lock)/i, allowed: [] },
  { name: 'extensions', uses: /\bcreate extension\b/i, allowed: [] },
  { name: 'exclusion constraints', uses: /\bexclude using\b/i, allowed: [] },
  { name: 'deferrable constraints', uses: /\bdeferrable\b/i, allowed: [] },
  {
    name: 'statement triggers with transition tables',
    uses: /\breferencing (?:new|old) table\b/i,
    allowed: [],
  },
];

/** The SQL in a file: everything in a migration, and the templates and strings in a program. */
function sqlIn(path: string): string {
  const text = readFileSync(`server/${path}`, 'utf8');
  if (path.endsWith('.sql')) return text.replace(/--.*$/gm, '');
  return [...text.matchAll(/sql(?:<[^`]*?>)?`([^`]*)`|query(?:<[^(]*>)?\(\s*(?:'([^']*)'|`([^`]*)`)/g)]
    .map(([, ...found]) => found.find((one) => one !== undefined))
    .join('\n');
}

const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.(ts|sql)$/.test(path) && !path.endsWith('.test.ts') && !/^(?:testing|db\/drafts)\//.test(path),
);

// docs/scaling.md names these engines.
it.each(features)('SQL uses $name only in the listed files', ({ uses, allowed }) => {
  expect(files.filter((path) => uses.test(sqlIn(path))).sort()).toEqual([...allowed].sort());
});
