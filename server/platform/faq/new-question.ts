import type { Db } from '../../db/db.ts';
import type { Iris } from '../../kit/iris.ts';
import { type Author, createManaged } from '../../management/managed-resource.ts';
import { showLibrary, shownLibrary } from '../settings/shown-questions.ts';
import { managedLibraries } from './managed-libraries.ts';
import { managedQuestions, type QuestionFields } from './managed-questions.ts';

/** The name of a library that is created with the first question. */
const firstName = { en: 'Frequently asked questions', fr: 'Questions fréquentes', nl: 'Veelgestelde vragen' };

/**
 * Adds a question to its library. If no library is given, uses the library on the info page, or the first library, or
 * creates a library. If the info page does not show a library yet, it shows this library from then on. Throws the same
 * errors as creating a question.
 */
export async function addQuestion(db: Db, iris: Iris, fields: QuestionFields, author: Author) {
  const shown = await shownLibrary(db, iris);
  const libraryId = fields.libraryId ?? shown ?? (await firstLibrary(db, iris, author));
  const question = await createManaged(db, iris, managedQuestions, { ...fields, libraryId }, author);
  if (shown === null) await showLibrary(db, iris, libraryId, author);
  return question;
}

async function firstLibrary(db: Db, iris: Iris, author: Author): Promise<number> {
  const there = await db.selectFrom('faq_libraries').select('id').orderBy('id').executeTakeFirst();
  return (there ?? (await createManaged(db, iris, managedLibraries, { name: firstName }, author))).id;
}
