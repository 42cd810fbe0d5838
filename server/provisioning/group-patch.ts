import type { Filter } from 'scim2-parse-filter';
import { isStorable } from '../kit/storable-text.ts';
import { operationsOf } from './patch-operations.ts';
import { ScimError } from './scim-error.ts';
import { parsedFilter } from './user-attributes.ts';

/** A change to a group. Members are user ids. */
export interface GroupChange {
  displayName?: string;
  externalId?: string | null;
  /** The membership changes, in the order in which to apply them. */
  members: { kind: 'add' | 'remove' | 'set'; ids: number[] }[];
}

const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/**
 * Parses a complete group from a POST or PUT. If `externalId` or `members` is missing, it is cleared. Throws
 * 400.
 */
export function groupOf(body: unknown): GroupChange & { displayName: string } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('The group');
  const change: GroupChange = { externalId: null, members: [{ kind: 'set', ids: [] }] };
  for (const [name, value] of Object.entries(body)) read(change, 'replace', name, value);
  if (change.displayName === undefined) throw invalid('displayName');
  return { ...change, displayName: change.displayName };
}

/** Parses a PATCH on a group. Ignores attributes that the platform does not store. Throws 400. */
export function groupPatch(body: unknown): GroupChange {
  const change: GroupChange = { members: [] };
  for (const { op, path, value } of operationsOf(body)) {
    if (path) read(change, op, path, value);
    else if (op === 'remove') throw new ScimError(400, 'A remove operation must have a path.', 'noTarget');
    else if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('value');
    else for (const [name, inner] of Object.entries(value)) read(change, op, name, inner);
  }
  return change;
}

const invalid = (name: string) => new ScimError(400, `${name} is missing or invalid.`, 'invalidValue');

function read(change: GroupChange, op: 'add' | 'replace' | 'remove', path: string, value: unknown): void {
  const name = path.toLowerCase().replace(`${groupSchema.toLowerCase()}:`, '');
  if (name === 'displayname') change.displayName = textOf(op === 'remove' ? null : value, 'displayName', 200);
  if (name === 'externalid')
    change.externalId =
      op === 'remove' || value === null || value === '' ? null : textOf(value, 'externalId', 200);
  if (name === 'members') {
    if (op === 'add') change.members.push({ kind: 'add', ids: idsOf(value) });
    else if (op === 'replace') change.members.push({ kind: 'set', ids: idsOf(value) });
    // Without a value, all members are removed. Entra ID removes single members with a list of values, not with a
    // filter.
    else if (value === undefined || value === null) change.members.push({ kind: 'set', ids: [] });
    else change.members.push({ kind: 'remove', ids: idsOf(value) });
  }
  const [, filter] = path.match(/^(?:\S*:)?members\[(.*)\]$/i) ?? [];
  if (filter !== undefined) {
    const wrong = () => new ScimError(400, 'The path is invalid.', 'invalidPath');
    const ids = idsIn(parsedFilter(filter, wrong), wrong);
    change.members.push({ kind: op === 'remove' ? 'remove' : 'add', ids });
  } else if (name.startsWith('members[')) throw new ScimError(400, 'The path is invalid.', 'invalidPath');
}

function textOf(value: unknown, name: string, longest: number): string {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '' || text.length > longest || !isStorable(text)) throw invalid(name);
  return text;
}

/** Parses member ids, which are strings or objects with a `value`. */
function idsOf(value: unknown): number[] {
  if (value === null || value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map((one) =>
    idOf(typeof one === 'object' && one !== null ? (one as { value?: unknown }).value : one),
  );
}

function idOf(value: unknown): number {
  const id = /^[1-9]\d{0,9}$/.test(String(value)) ? Number(value) : Number.NaN;
  if (!(id <= 2_147_483_647))
    throw new ScimError(400, 'The value of a member is not a user id.', 'invalidValue');
  return id;
}

/** Returns the ids that a filter such as `value eq "7"` or `value eq "7" or value eq "8"` selects. */
function idsIn(filter: Filter, wrong: () => ScimError): number[] {
  if ('filters' in filter && filter.op === 'or') return filter.filters.flatMap((one) => idsIn(one, wrong));
  if (filter.op !== 'eq' || !('compValue' in filter) || filter.attrPath.toLowerCase() !== 'value')
    throw wrong();
  return [idOf(filter.compValue)];
}
