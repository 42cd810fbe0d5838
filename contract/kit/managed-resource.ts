import * as z from 'zod/mini';
import type { ManagementRole } from '../roles.ts';
import { notEmpty, rowNumber, wholeNumber } from './fields.ts';
import { operation } from './operation.ts';
import { collection, resource } from './resource.ts';
import { shapesOf } from './shape.ts';

/** Query parameters of every list in the organisers' app, for tables and exports. */
const paging = {
  page: z._default(wholeNumber(1, 1_000_000), 1),
  // An export requests pages of 1,000 rows; with larger pages, a response with long texts would be too large.
  itemsPerPage: z._default(wholeNumber(1, 1000), 25),
  /** Words to search for; ignored if the list has no search. */
  q: z.optional(z.string().check(z.maxLength(200, 'value.tooLong'))),
};

const direction = z.pipe(
  z.string(),
  z.transform((text: string, context) => {
    const lower = text.toLowerCase();
    if (lower === 'asc' || lower === 'desc') return lower;
    context.issues.push({ code: 'custom', message: 'value.invalid', input: text });
    return z.NEVER;
  }),
);

type OrderParameters<Sorted extends string> = {
  [Parameter in `order[${Sorted}]`]: z.ZodMiniOptional<typeof direction>;
};

/** The parsed query of a list of managed resources. */
export interface ManagedQuery {
  page: number;
  itemsPerPage: number;
  q?: string | undefined;
  [word: string]: unknown;
}

/** The query of a managed list: paging, search words, an order such as `order[name]=asc`, and filters. */
export function listQuery<const Sorted extends string, Filters extends z.core.$ZodShape>(
  sorted: readonly Sorted[],
  filters: Filters,
) {
  const orders = Object.fromEntries(
    sorted.map((name) => [`order[${name}]`, z.optional(direction)]),
  ) as OrderParameters<Sorted>;
  return z.object({ ...paging, ...orders, ...filters });
}

/** The version that a change is based on, so that people do not overwrite each other's changes. */
const version = z.string('value.required').check(notEmpty);

/**
 * Declares a resource that organisers manage, below `/platform/api/management/`: its class and its five calls.
 * Organisers can change `fields`; the fields in `shown` are read-only. `filters` are query parameters of the list, and
 * `sorted` are the fields to sort by, as in `order[name]=asc`. The API lists only the calls that a domain implements.
 */
export function managedResource<
  Name extends string,
  Fields extends z.core.$ZodShape,
  Shown extends z.core.$ZodShape,
  Filters extends z.core.$ZodShape,
  const Sorted extends string,
>(of: {
  /** The class name in the API. */
  name: Name;
  /** The last segment of the list's address, and the resource's name in the change log. */
  noun: string;
  access: ManagementRole;
  fields: Fields;
  shown: Shown;
  filters: Filters;
  sorted: readonly Sorted[];
}) {
  const { noun, access } = of;
  const path = `/platform/api/management/${noun}` as const;
  const Item = resource(of.name, {
    id: z.int(),
    ...shapesOf(of.fields),
    ...shapesOf(of.shown),
    version: z.string(),
  });
  const params = z.object({ id: rowNumber });
  return {
    noun,
    fieldNames: Object.keys(of.fields) as (keyof Fields & string)[],
    /** The writable fields, with their validation rules. */
    Entry: z.object(of.fields),
    Item,
    list: operation({
      method: 'GET',
      path,
      summary: `Lists the items of \`${noun}\`, for organisers.`,
      access,
      query: listQuery(of.sorted, of.filters),
      answer: collection(Item, {}),
    }),
    one: operation({
      method: 'GET',
      path: `${path}/:id`,
      summary: `Returns an item of \`${noun}\`.`,
      access,
      params,
      answer: Item,
    }),
    create: operation({
      method: 'POST',
      path,
      summary: `Adds an item to \`${noun}\`.`,
      access,
      body: z.object(of.fields),
      status: 201,
      answer: Item,
    }),
    replace: operation({
      method: 'PUT',
      path: `${path}/:id`,
      summary: `Updates an item of \`${noun}\`; 409 if somebody else has changed the item since \`version\`.`,
      access,
      params,
      body: z.object({ ...of.fields, version }),
      answer: Item,
    }),
    remove: operation({
      method: 'DELETE',
      path: `${path}/:id`,
      summary: `Removes an item of \`${noun}\`; 409 if the item is in use or has changed since \`version\`.`,
      access,
      params,
      query: z.object({ version }),
      status: 204,
    }),
  };
}

/** Picks the five calls of a managed resource, for the list of all calls. */
export const callsOf = <List, One, Create, Replace, Remove>({
  list,
  one,
  create,
  replace,
  remove,
}: {
  list: List;
  one: One;
  create: Create;
  replace: Replace;
  remove: Remove;
}) => ({ list, one, create, replace, remove });
