import * as z from 'zod/mini';
import { locale, moment, requiredRowNumber } from './kit/fields.ts';
import { operation } from './kit/operation.ts';

/** The number of the consent text that the person agrees to; omitted if they do not, or if there is none. */
export const consentGiven = z.optional(z.nullable(requiredRowNumber));

export const current = operation({
  method: 'GET',
  path: '/platform/api/consent_text',
  summary: 'Returns the current consent text; without a number if there is none.',
  access: 'public',
  query: z.object({ locale: z.optional(locale) }),
  answer: z.object({
    /** The version. */
    number: z.nullable(z.int()),
    title: z.string(),
    /** HTML. */
    content: z.string(),
    publishedAt: z.nullable(moment),
  }),
});

export const mine = operation({
  method: 'GET',
  path: '/platform/api/person_infos/me/consent',
  summary: 'Returns the answer of the signed-in person to the latest consent text, and all earlier answers.',
  access: 'participant',
  answer: z.object({
    number: z.nullable(z.int()),
    agrees: z.nullable(z.boolean()),
    decidedAt: z.nullable(moment),
    /** Whether this is the text that people are currently asked about; always true if there is none. */
    isCurrent: z.boolean(),
    /** Every answer, the newest first. */
    history: z.array(z.object({ number: z.int(), agrees: z.boolean(), decidedAt: moment })),
  }),
});

export const Decision = z.object({
  number: requiredRowNumber,
  agrees: z.boolean('value.required'),
});

export const decide = operation({
  method: 'POST',
  path: '/platform/api/person_infos/me/consent',
  summary:
    'Accepts or declines the current consent text. The answer can change later, and declining restricts nothing.',
  access: 'participant',
  body: Decision,
  status: 204,
});
