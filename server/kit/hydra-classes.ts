import * as z from 'zod/mini';
import type { Operation } from '../../contract/kit/operation.ts';
import type { ResourceSchema } from '../../contract/kit/resource.ts';
import { searchParameters } from './hydra-search.ts';

export type Api = Record<string, Record<string, Operation>>;

/** A resource class as the API's documents describe it. */
export interface ResourceClass {
  name: string;
  /** All fields that the class has in any response. */
  fields: Map<string, z.core.$ZodType>;
  /**
   * The path, below the base path, at which resources of this class are listed, created or found; `:name` marks a
   * parameter.
   */
  address: string;
  /** Whether `address` is the address of a collection. */
  isListed: boolean;
  /** Whether the collection can be read without parameters. */
  isBrowsable: boolean;
  /** The operations at `address`. */
  calls: Operation[];
  /** The operations at the address of a single resource. */
  itemCalls: Operation[];
}

/**
 * Returns the resource classes of an API, derived from its contract: all classes in responses, including
 * nested ones. Throws if a class has no address.
 */
export function resourceClasses(api: Api): ResourceClass[] {
  const operations = Object.values(api).flatMap((domain) => Object.values(domain));
  const shapes = new Map<string, ResourceSchema[]>();
  for (const { answer } of operations)
    for (const schema of answer ? resourcesIn(answer) : [])
      shapes.set(schema.resourceName, [...(shapes.get(schema.resourceName) ?? []), schema]);
  return [...shapes].map(([name, schemas]) => classOf(name, schemas, operations));
}

/** Returns the resource schemas in a response, including nested ones. */
function resourcesIn(answer: z.core.$ZodType): ResourceSchema[] {
  const found = new Set<ResourceSchema>();
  z.toJSONSchema(answer, {
    unrepresentable: 'any',
    override: ({ zodSchema }) => {
      if ('resourceName' in zodSchema && !('memberSchema' in zodSchema))
        found.add(zodSchema as unknown as ResourceSchema);
    },
  });
  return [...found];
}

function classOf(name: string, schemas: ResourceSchema[], operations: Operation[]): ResourceClass {
  const answering = operations.filter(({ answer }) => isOf(answer, name));
  const hasParameters = ({ path }: Operation) => path.includes(':');
  const fixed = answering.filter((op) => !hasParameters(op));
  const source =
    fixed.find(isList) ??
    fixed.find(({ method }) => method === 'GET') ??
    fixed[0] ??
    answering.find(({ method }) => method === 'GET');
  const address = source?.path ?? schemas.find((schema) => schema.foundAt)?.foundAt;
  if (!address) throw new Error(`no call returns ${name}: declare its address with foundAt`);
  const isInside = ({ path }: Operation) => path.startsWith(`${address}/:`);
  const isBelow = (op: Operation) => isInside(op) && !op.path.slice(address.length + 2).includes('/');
  return {
    name,
    fields: new Map(
      schemas.flatMap(({ def }) => Object.entries(def.shape)).filter(([field]) => !field.startsWith('@')),
    ),
    address,
    isListed: source !== undefined && isList(source),
    isBrowsable:
      source !== undefined &&
      isList(source) &&
      !hasParameters(source) &&
      searchParameters(source).every(({ required }) => !required),
    calls: operations.filter((op) => op.path === address && (isList(op) || op.method === 'POST')),
    itemCalls: operations.filter(
      (op) =>
        op.method !== 'POST' &&
        !isList(op) &&
        (isBelow(op) ||
          (isOf(op.answer, name) && (op.path === address || (hasParameters(op) && !isInside(op))))),
    ),
  };
}

const isList = ({ answer }: Operation): boolean => answer !== undefined && 'memberSchema' in answer;

const isOf = (answer: Operation['answer'], name: string): boolean =>
  (answer as { resourceName?: string } | undefined)?.resourceName === name;
