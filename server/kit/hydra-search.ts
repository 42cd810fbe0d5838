import * as z from 'zod/mini';
import type { Operation } from '../../contract/kit/operation.ts';
import type { ResourceSchema } from '../../contract/kit/resource.ts';

/** Parameters that select a page of a list; they are not search parameters. */
const pagingParameters = ['page', 'itemsPerPage', 'cursor'];

/** A parameter by which a list can be searched or sorted. */
export interface SearchParameter {
  variable: string;
  /** The field that the parameter searches; null if there is no single field. */
  property: string | null;
  required: boolean;
}

/** Returns the search parameters of a list, such as `order[name]` for sorting. */
export function searchParameters({ query, answer }: Operation): SearchParameter[] {
  if (!query) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  const { memberSchema } = answer as unknown as { memberSchema?: ResourceSchema };
  const fields = Object.keys(memberSchema?.def.shape ?? {});
  return Object.keys(properties)
    .filter((parameter) => !pagingParameters.includes(parameter))
    .map((variable) => {
      const name = variable.match(/^order\[(.+)\]$/)?.[1] ?? variable;
      const property = fields.includes(name) ? name : null;
      return { variable, property, required: required.includes(variable) };
    });
}

/**
 * Returns the search template of the collection at a path; empty if the collection has no search parameters.
 */
export function searchAt(path: string, parameters: SearchParameter[]) {
  if (parameters.length === 0) return {};
  return {
    'hydra:search': {
      '@type': 'hydra:IriTemplate' as const,
      'hydra:template': `${path}{?${parameters.map(({ variable }) => variable).join(',')}}`,
      'hydra:variableRepresentation': 'BasicRepresentation' as const,
      'hydra:mapping': parameters.map((parameter) => ({
        '@type': 'IriTemplateMapping' as const,
        ...parameter,
      })),
    },
  };
}
