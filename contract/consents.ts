import * as z from 'zod/mini';
import { locale, moment, requiredRowNumber } from './kit/fields.ts';
import { operation } from './kit/operation.ts';

/** The number of the consent text that the person agrees to; omitted if they do not agree or there is no text. */
export const consentGiven = z.optional(z.nullable(requiredRowNumber));

export const current = operation({
  method: 'GET',
  path: '/platform/api/consent_text',
  summary: 'Returns the current consent text; `number` is null if there is no consent text.',
  access: 'public',
  query: z.object({ locale: z.optional(locale) }),
  answer: z.object({
    /** The version of the text; null if there is no consent text. */
    number: z.nullable(z.int()),
    title: z.string(),
    /** The text as HTML. */
    content: z.string(),
    publishedAt: z.nullable(moment),
  }),
});

export const mine = operation({
  method: 'GET',
  path: '/platform/api/person_infos/me/consent',
  summary:
    'Returns the signed-in person’s latest answer to a consent text, and the history of all their answers.',
  access: 'participant',
  answer: z.object({
    number: z.nullable(z.int()),
    agrees: z.nullable(z.boolean()),
    decidedAt: z.nullable(moment),
    /**
     * Whether the answered text is the platform's current consent text; always true if the platform has none.
     */
    isCurrent: z.boolean(),
    /** All answers of the person, newest first. */
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
    'Accepts or declines the current consent text. People can change their answer later, and declining does not restrict them.',
  access: 'participant',
  body: Decision,
  status: 204,
});
