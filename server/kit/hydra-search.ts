import * as z from 'zod/mini';
import type { Operation } from '../../contract/kit/operation.ts';
import type { ResourceSchema } from '../../contract/kit/resource.ts';

/** Parameters that select a page of a list; they are not search parameters. */
const pagingWords = ['page', 'itemsPerPage', 'cursor'];

/** A parameter by which a list can be searched or sorted. */
export interface SearchWord {
  variable: string;
  /** The field that the parameter searches; null if there is no single field. */
  property: string | null;
  required: boolean;
}

/** Returns the search parameters of a list, such as `order[name]` for sorting. */
export function searchWords({ query, answer }: Operation): SearchWord[] {
  if (!query) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  const { memberSchema } = answer as unknown as { memberSchema?: ResourceSchema };
  const fields = Object.keys(memberSchema?.def.shape ?? {});
  return Object.keys(properties)
    .filter((word) => !pagingWords.includes(word))
    .map((variable) => {
      const name = variable.match(/^order\[(.+)\]$/)?.[1] ?? variable;
      const property = fields.includes(name) ? name : null;
      return { variable, property, required: required.includes(variable) };
    });
}

/**
 * Returns the search template of the collection at a path; empty if the collection has no search parameters.
 */
export function searchAt(path: string, words: SearchWord[]) {
  if (words.length === 0) return {};
  return {
    'hydra:search': {
      '@type': 'hydra:IriTemplate' as const,
      'hydra:template': `${path}{?${words.map(({ variable }) => variable).join(',')}}`,
      'hydra:variableRepresentation': 'BasicRepresentation' as const,
      'hydra:mapping': words.map((word) => ({ '@type': 'IriTemplateMapping' as const, ...word })),
    },
  };
}
