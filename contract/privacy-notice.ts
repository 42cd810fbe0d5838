import * as z from 'zod/mini';
import { calendarDate, language } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { resource } from './kit/resource.ts';

export const PrivacyNotice = resource('PrivacyNotice', {
  language,
  title: z.string(),
  /** The day on which the notice was generated. */
  day: calendarDate,
  sections: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      text: z.string(),
      /** A table of items; the first column names the item, and the others give its details. */
      table: z.nullable(z.object({ head: z.array(z.string()), rows: z.array(z.array(z.string())) })),
      /** Statements, each of which the works-council pack proves with tests. */
      statements: z.array(z.string()),
    }),
  ),
});
export type PrivacyNotice = z.infer<typeof PrivacyNotice>;

export const read = operation({
  method: 'GET',
  path: '/platform/api/privacy_notice',
  summary: 'Returns the privacy notice for participants and visitors, generated from the current settings.',
  access: 'public',
  query: z.object({
    /** The language; by default the language of the request. */
    locale: z.optional(language),
  }),
  answer: PrivacyNotice,
});
