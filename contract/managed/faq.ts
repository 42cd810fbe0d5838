import * as z from 'zod/mini';
import { rowNumber } from '../kit/fields.ts';
import { inEveryLanguage } from '../kit/in-every-language.ts';
import { managedResource } from '../kit/managed-resource.ts';

/** A library is a collection of questions. The configuration says which library is shown first. */
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
    /**
     * The library of the question. In a request, null means the library on the info page, which is created if missing.
     */
    libraryId: z._default(z.nullable(rowNumber), null),
    /** The position by which questions are sorted. */
    position: z
      .int('number.invalid')
      .check(z.gte(0, 'number.outOfRange'), z.lte(10_000, 'number.outOfRange')),
    problem: inEveryLanguage(300),
    // HTML; the limit is far above the length of an answer of several pages.
    solution: inEveryLanguage(50_000),
  },
  shown: {},
  filters: { libraryId: z.optional(rowNumber) },
  sorted: ['position', 'libraryId'],
});
