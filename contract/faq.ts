import * as z from 'zod/mini';
import { locale, rowNumber } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { resource } from './kit/resource.ts';

export const FaqLibrary = resource('FaqLibrary', {
  id: z.int(),
  name: z.string(),
  questions: z.array(
    z.object({
      id: z.int(),
      problem: z.string(),
      /** The answer as HTML. A link to `/faq/question/{id}` leads to another question. */
      solution: z.string(),
    }),
  ),
});
export type FaqLibrary = z.infer<typeof FaqLibrary>;

export const one = operation({
  method: 'GET',
  path: '/faq/api/libraries/:id.json',
  summary:
    'Returns the questions and answers of a library in a language; missing translations fall back to another language.',
  access: 'public',
  params: z.object({ id: rowNumber }),
  query: z.object({ locale: z.optional(locale) }),
  answer: FaqLibrary,
});
