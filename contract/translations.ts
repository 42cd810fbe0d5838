import * as z from 'zod/mini';
import { language } from './kit/fields.ts';
import { operation } from './kit/operation.ts';

export const one = operation({
  method: 'GET',
  path: '/translations/:lang/:file',
  summary:
    'Returns the texts of a namespace in a language; `file` is the name of the namespace plus `.json`.',
  access: 'public',
  params: z.object({ lang: language, file: z.string().check(z.regex(/^[a-z-]{1,40}\.json$/)) }),
  answer: z.record(z.string(), z.unknown()),
});

export const all = operation({
  method: 'GET',
  path: '/translations/:lang',
  summary: 'Returns all texts of the participants’ app in a language, grouped by namespace.',
  access: 'public',
  params: z.object({ lang: language }),
  answer: z.record(z.string(), z.record(z.string(), z.unknown())),
});
