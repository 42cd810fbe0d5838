import * as z from 'zod/mini';
import type { Operation } from '../../contract/kit/operation.ts';
import type { ResourceSchema } from '../../contract/kit/resource.ts';

/** Words that choose a part of a list rather than search it. */
const pagingWords = ['page', 'itemsPerPage', 'cursor'];

/** A word that a list can be searched or sorted by. */
export interface SearchWord {
  variable: string;
  /** The field that it is about; none if it is about no single one. */
  property: string | null;
  required: boolean;
}

/** The words of a list's query, as `order[name]` for one that sorts. */
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

/** What a collection at a path says about searching it; nothing if there are no words for that. */
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
