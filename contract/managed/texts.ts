import * as z from 'zod/mini';
import { languages } from '../kit/fields.ts';
import { maybeInEveryLanguage } from '../kit/in-every-language.ts';
import { managedResource } from '../kit/managed-resource.ts';

const standard = z.object(
  Object.fromEntries(languages.map((language) => [language, z.string()])) as Record<
    (typeof languages)[number],
    z.ZodMiniString
  >,
);

/** A text of the product, and the text with which organisers replace it. */
export const texts = managedResource({
  name: 'ManagedText',
  noun: 'texts',
  access: 'organiser',
  // The product's longest text has a few hundred characters.
  fields: { own: maybeInEveryLanguage(2000) },
  shown: {
    namespace: z.string(),
    key: z.string(),
    standard,
    isChanged: z.boolean(),
    /** Where the text appears in the participants' app; null for texts in emails and messages. */
    place: z.nullable(z.string()),
  },
  filters: { namespace: z.optional(z.string()), isChanged: z.optional(z.stringbool()) },
  sorted: ['namespace', 'key'],
});
