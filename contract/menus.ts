import * as z from 'zod/mini';
import { language } from './kit/fields.ts';
import { operation } from './kit/operation.ts';

/** A url that starts with # is a page of the app itself. */
export const MenuItem = z.object({ label: z.string(), url: z.string() });
export type MenuItem = z.infer<typeof MenuItem>;

export const list = operation({
  method: 'GET',
  path: '/global-challenge-menu',
  summary: 'The menu in a language.',
  access: 'public',
  query: z.object({ locale: language }),
  answer: z.array(MenuItem),
});
