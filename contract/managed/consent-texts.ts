import * as z from 'zod/mini';
import { moment, rowNumber } from '../kit/fields.ts';
import { inEveryLanguage } from '../kit/in-every-language.ts';
import { managedResource } from '../kit/managed-resource.ts';
import { operation } from '../kit/operation.ts';

/** How many people gave an answer, rounded to a multiple of five; null for fewer than five. */
const people = z.nullable(z.int());

/**
 * A text that people are asked to agree to. Its number is the version that they agreed to: a draft can be changed until
 * it is published, a published text never. A correction is a new text, and everybody is asked again.
 */
export const consentTexts = managedResource({
  name: 'ManagedConsentText',
  noun: 'consent-texts',
  access: 'organiser',
  fields: {
    title: inEveryLanguage(200),
    // HTML of several pages.
    content: inEveryLanguage(50_000),
  },
  shown: {
    /** Null: a draft, which only organisers see. */
    publishedAt: z.nullable(moment),
    agreed: people,
    declined: people,
  },
  filters: {},
  sorted: ['publishedAt'],
});

const { path } = consentTexts.list;

export const publish = operation({
  method: 'POST',
  path: `${path}/:id/publish`,
  summary:
    'Publishes a draft permanently and asks everybody for consent; 422 if an offered language is missing, 409 if the draft has changed since `version`.',
  access: 'organiser',
  params: z.object({ id: rowNumber }),
  body: z.object({ version: z.string('value.required') }),
  answer: consentTexts.Item,
});
