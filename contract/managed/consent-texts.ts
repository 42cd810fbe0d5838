import * as z from 'zod/mini';
import { moment, rowNumber } from '../kit/fields.ts';
import { inEveryLanguage } from '../kit/in-every-language.ts';
import { managedResource } from '../kit/managed-resource.ts';
import { operation } from '../kit/operation.ts';

/** The number of people who gave an answer, rounded to a multiple of five; null for fewer than five people. */
const people = z.nullable(z.int());

/**
 * A text that people are asked to agree to. The number is the version that they agree to: drafts can be changed, but
 * published texts cannot. To correct a published text, organisers publish a new text, and everybody is asked again.
 */
export const consentTexts = managedResource({
  name: 'ManagedConsentText',
  noun: 'consent-texts',
  access: 'organiser',
  fields: {
    title: inEveryLanguage(200),
    // The limit is enough for several pages of HTML.
    content: inEveryLanguage(50_000),
  },
  shown: {
    /** When the text was published; null for a draft, which only organisers see. */
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
    'Publishes a draft and asks everybody for consent, which cannot be undone; 422 if an offered language is missing, 409 if the draft has changed since `version`.',
  access: 'organiser',
  params: z.object({ id: rowNumber }),
  body: z.object({ version: z.string('value.required') }),
  answer: consentTexts.Item,
});
