import * as z from 'zod/mini';
import { rowNumber } from '../kit/fields.ts';
import { inEveryLanguage } from '../kit/in-every-language.ts';
import { managedResource } from '../kit/managed-resource.ts';

/** A collection of questions; the configuration says which one is shown first. */
export const libraries = managedResource({
  name: 'ManagedFaqLibrary',
  noun: 'faq-libraries',
  access: 'organiser',
  fields: { name: inEveryLanguage(100) },
  shown: { questions: z.int() },
  filters: {},
  sorted: ['questions'],
});

/** A question and its answer. */
export const questions = managedResource({
  name: 'ManagedFaqQuestion',
  noun: 'faq-questions',
  access: 'organiser',
  fields: {
    /** In a request, null means the list on the info page, which is created if missing. */
    libraryId: z._default(z.nullable(rowNumber), null),
    /** Questions are sorted by position. */
    position: z
      .int('number.invalid')
      .check(z.gte(0, 'number.outOfRange'), z.lte(10_000, 'number.outOfRange')),
    problem: inEveryLanguage(300),
    // HTML; far more than an answer of several pages needs.
    solution: inEveryLanguage(50_000),
  },
  shown: {},
  filters: { libraryId: z.optional(rowNumber) },
  sorted: ['position', 'libraryId'],
});
