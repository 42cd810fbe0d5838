import type { Db } from '../../db/db.ts';
import type { Iris } from '../../kit/iris.ts';
import { type Author, createManaged } from '../../management/managed-resource.ts';
import { showLibrary, shownLibrary } from '../settings/shown-questions.ts';
import { managedLibraries } from './managed-libraries.ts';
import { managedQuestions, type QuestionFields } from './managed-questions.ts';

/** What the first list of questions is called, until organisers call it otherwise. */
const firstName = { en: 'Frequent questions', fr: 'Questions fréquentes', nl: 'Veelgestelde vragen' };

/**
 * Adds a question. Without a list it goes into the one that the info page shows, else in the first that there is, else
 * in a new one; and where the info page shows none yet, it shows that from now on. Throws what the domain refuses.
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
