import { openDatabase } from '../server/db/db.ts';
import { expectSumsToHold } from '../server/testing/sums.ts';
import type { Comparison } from './compare.ts';

/** The number of examples to print for each kind of difference. */
const named = 5;

process.once('message', (comparison: Comparison) =>
  differences(comparison)
    .catch((error: Error) => [`the database cannot be read: ${error.message}`])
    .then((found) => process.send?.(found)),
);

async function differences({ place, sent }: Comparison): Promise<string[]> {
  const database = await openDatabase(place);
  const rows = await database.db
    .selectFrom('activities')
    .select(['uuid', 'info'])
    .where('info', 'like', 'torture %')
    .execute();
  const stored = Map.groupBy(rows, ({ info }) => info?.split(' ').slice(0, 3).join(' ') ?? '');
  const names = new Map(sent);
  const acknowledged = sent.filter(([, uuid]) => uuid);
  const missing = acknowledged.filter(([name, uuid]) => !stored.get(name)?.some((row) => row.uuid === uuid));
  const repeated = [...stored].filter(([, found]) => found.length > 1);
  const unknown = [...stored.keys()].filter((name) => !names.has(name));
  const found = [
    ...list(
      'acknowledged but not stored',
      acknowledged.length,
      missing.map(([name, uuid]) => `${name} (${uuid})`),
    ),
    ...list(
      'stored more than once',
      stored.size,
      repeated.map(([name, { length }]) => `${name} (${length} times)`),
    ),
    ...list('stored but never sent', stored.size, unknown),
  ];
  await expectSumsToHold(database.db).catch((error) => found.push(sumsFailure(error)));
  await database.close();
  return found;
}

function list(what: string, outOf: number, names: string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > named ? ', …' : '';
  return [`${names.length} of ${outOf} activities ${what}: ${names.slice(0, named).join(', ')}${more}`];
}

/** Lists the boards that differ, from the error of a failed expectation. */
function sumsFailure(error: { message: string; actual?: unknown; expected?: unknown }): string {
  if (!Array.isArray(error.actual) || !Array.isArray(error.expected))
    return `standings and sums could not be compared: ${error.message}`;
  const texts = (rows: unknown[]) => rows.map((row) => JSON.stringify(row));
  const [kept, summed] = [texts(error.actual), texts(error.expected)];
  const differing = [
    ...without(kept, summed).map((text) => `kept ${text}`),
    ...without(summed, kept).map((text) => `summed ${text}`),
  ];
  return `standings do not equal sums over activities (${differing.length} rows): ${differing.slice(0, named).join('; ')}`;
}

function without(these: string[], those: string[]): string[] {
  const known = new Set(those);
  return these.filter((text) => !known.has(text));
}
