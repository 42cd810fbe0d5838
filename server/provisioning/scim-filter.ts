import { type RawBuilder, sql } from 'kysely';
import type { Filter } from 'scim2-parse-filter';
import { isStorable } from '../kit/storable-text.ts';
import { ScimError } from './scim-error.ts';
import { parsedFilter } from './user-attributes.ts';

/** The column of an attribute: its SQL, and the type that decides how values are compared. */
export interface FilterColumn {
  sql: RawBuilder<unknown>;
  type: 'text' | 'exactText' | 'boolean' | 'number' | 'moment';
}

const invalid = () =>
  new ScimError(
    400,
    'The filter is invalid, or uses an attribute that does not support filtering.',
    'invalidFilter',
  );

const comparisons: Record<string, RawBuilder<unknown>> = {
  eq: sql`=`,
  ne: sql`is distinct from`,
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
};

/**
 * Converts a SCIM filter to an SQL condition. `columns` contains the attributes that support filtering, keyed
 * by their path in lower case. Throws 400 `invalidFilter`.
 */
export function conditionOf(text: string, columns: Record<string, FilterColumn>): RawBuilder<boolean> {
  return toSql(parsedFilter(text, invalid), columns);
}

function toSql(filter: Filter, columns: Record<string, FilterColumn>): RawBuilder<boolean> {
  if ('filters' in filter) {
    const parts = filter.filters.map((one) => toSql(one, columns));
    return sql<boolean>`(${sql.join(parts, filter.op === 'and' ? sql` and ` : sql` or `)})`;
  }
  if ('filter' in filter) return sql<boolean>`not coalesce(${toSql(filter.filter, columns)}, false)`;
  // Each list has at most one value, the work value, so a filter in brackets applies to that value.
  if ('valFilter' in filter) return toSql(insideOf(filter.attrPath, filter.valFilter), columns);
  const column = columnOf(columns, filter.attrPath);
  if (!('compValue' in filter)) return sql<boolean>`${column.sql} is not null`;
  return compared(column, filter.op, filter.compValue);
}

function columnOf(columns: Record<string, FilterColumn>, path: string): FilterColumn {
  const name = path.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/, '');
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (!column) throw invalid();
  return column;
}

/** Prefixes the attributes of a filter in brackets with the attribute before the brackets. */
function insideOf(path: string, filter: Filter): Filter {
  if ('filters' in filter) return { ...filter, filters: filter.filters.map((one) => insideOf(path, one)) };
  if ('filter' in filter) return { ...filter, filter: insideOf(path, filter.filter) };
  return { ...filter, attrPath: `${path}.${filter.attrPath}` };
}

function compared({ sql: column, type }: FilterColumn, op: string, value: unknown): RawBuilder<boolean> {
  if (value === null)
    return op === 'ne' ? sql<boolean>`${column} is not null` : sql<boolean>`${column} is null`;
  const comparison = comparisons[op];
  if (type === 'boolean') {
    const wanted = String(value).toLowerCase();
    if (!comparison || (wanted !== 'true' && wanted !== 'false')) throw invalid();
    return sql<boolean>`${column} ${comparison} ${wanted === 'true'}`;
  }
  if (type === 'number') {
    if (op === 'eq' && !/^\d{1,9}$/.test(String(value))) return sql<boolean>`false`;
    if (!comparison || !/^\d{1,9}$/.test(String(value))) throw invalid();
    return sql<boolean>`${column} ${comparison} ${Number(value)}`;
  }
  if (type === 'moment') {
    if (!comparison || Number.isNaN(Date.parse(String(value)))) throw invalid();
    return sql<boolean>`${column} ${comparison} ${new Date(String(value)).toISOString()}::timestamptz`;
  }
  const text = String(value);
  if (!isStorable(text)) throw invalid();
  const folded = type === 'text' ? sql`lower(${column})` : column;
  const wanted = type === 'text' ? text.toLowerCase() : text;
  if (comparison) return sql<boolean>`${folded} ${comparison} ${wanted}`;
  if (op === 'sw') return sql<boolean>`starts_with(${folded}, ${wanted})`;
  if (op === 'co') return sql<boolean>`position(${wanted} in ${folded}) > 0`;
  if (op === 'ew') return sql<boolean>`right(${folded}, ${wanted.length}) = ${wanted}`;
  throw invalid();
}
