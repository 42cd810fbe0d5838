import * as z from 'zod/mini';
import { notEmpty, rowNumber, wholeNumber } from './fields.ts';
import { operation } from './operation.ts';
import { collection, resource } from './resource.ts';
import { shapesOf } from './shape.ts';

/** Query parameters of every list of the organisers' app: a table, or a page of an export. */
const paging = {
  page: z._default(wholeNumber(1, 1_000_000), 1),
  // An export reads pages of 1,000 rows, about the most texts that one answer may hold.
  itemsPerPage: z._default(wholeNumber(1, 1000), 25),
  /** Words to search for, if the resource is searchable. */
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

type OrderWords<Sorted extends string> = {
  [Word in `order[${Sorted}]`]: z.ZodMiniOptional<typeof direction>;
};

/** The parsed query of a list of managed resources. */
export interface ManagedQuery {
  page: number;
  itemsPerPage: number;
  q?: string | undefined;
  [word: string]: unknown;
}

/** The query of a managed list: paging, words to search for, `order[name]=asc`, and filters. */
export function listQuery<const Sorted extends string, Filters extends z.core.$ZodShape>(
  sorted: readonly Sorted[],
  filters: Filters,
) {
  const orders = Object.fromEntries(
    sorted.map((name) => [`order[${name}]`, z.optional(direction)]),
  ) as OrderWords<Sorted>;
  return z.object({ ...paging, ...orders, ...filters });
}

/** The version that a change is based on, so that it does not overwrite somebody else's change. */
const version = z.string('value.required').check(notEmpty);

/**
 * A resource that organisers manage, below `/platform/api/management/`: its class and its five calls. `fields` are
 * written and read, `shown` only read; `filters` are query parameters of its list, and `sorted` the fields to sort by,
 * as in `order[name]=asc`. Each domain lists in the API the calls that it has.
 */
export function managedResource<
  Name extends string,
  Fields extends z.core.$ZodShape,
  Shown extends z.core.$ZodShape,
  Filters extends z.core.$ZodShape,
  const Sorted extends string,
>(of: {
  /** Its class name. */
  name: Name;
  /** The last segment of its address, and its name in the change log. */
  noun: string;
  access: 'moderator' | 'organiser';
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
    /** The writable fields, with their rules. */
    Entry: z.object(of.fields),
    Item,
    list: operation({
      method: 'GET',
      path,
      summary: `Lists all ${noun}, for organisers.`,
      access,
      query: listQuery(of.sorted, of.filters),
      answer: collection(Item, {}),
    }),
    one: operation({
      method: 'GET',
      path: `${path}/:id`,
      summary: `Returns one of the ${noun}.`,
      access,
      params,
      answer: Item,
    }),
    create: operation({
      method: 'POST',
      path,
      summary: `Adds one to the ${noun}.`,
      access,
      body: z.object(of.fields),
      status: 201,
      answer: Item,
    }),
    replace: operation({
      method: 'PUT',
      path: `${path}/:id`,
      summary: `Updates one of the ${noun}; 409 if somebody else has changed it since \`version\`.`,
      access,
      params,
      body: z.object({ ...of.fields, version }),
      answer: Item,
    }),
    remove: operation({
      method: 'DELETE',
      path: `${path}/:id`,
      summary: `Removes one of the ${noun}; 409 if it is in use or has changed since \`version\`.`,
      access,
      params,
      query: z.object({ version }),
      status: 204,
    }),
  };
}

/** The five calls of a managed resource, for the list of all calls. */
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
