import { type ExpressionBuilder, sql } from 'kysely';
import type { FaqLibrary } from '../../../contract/faq.ts';
import type { Language } from '../../../contract/kit/fields.ts';
import type { Db } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import type { Iris } from '../../kit/iris.ts';
import { notFound } from '../../kit/problem-error.ts';
import { startLanguage } from '../settings/config.ts';

/**
 * Returns an FAQ library in the given language. Missing texts fall back to the platform's default language, then to the
 * first language that has the text. Questions without any text are omitted. Throws 404 if the library does not exist.
 */
export async function faqLibrary(
  db: Db,
  iris: Iris,
  id: number,
  language: Language,
): Promise<Omit<FaqLibrary, '@context'>> {
  const preferred = [language, await startLanguage(db, undefined)];
  const name = await db
    .selectFrom('faq_library_names')
    .select('name')
    .where('library_id', '=', id)
    .orderBy(firstOf(preferred))
    .orderBy('language')
    .executeTakeFirst();
  if (!name) throw notFound();
  const questions = await db
    .selectFrom('faq_questions')
    .innerJoinLateral(
      (eb: ExpressionBuilder<Tables, 'faq_questions'>) =>
        eb
          .selectFrom('faq_question_texts')
          .select(['problem', 'solution'])
          .whereRef('question_id', '=', 'faq_questions.id')
          .orderBy(firstOf(preferred))
          .orderBy('language')
          .limit(1)
          .as('words'),
      (join) => join.onTrue(),
    )
    .select(['faq_questions.id', 'problem', 'solution'])
    .where('library_id', '=', id)
    .orderBy('position')
    .orderBy('faq_questions.id')
    .execute();
  return { '@id': iris.of(`/faq/api/libraries/${id}.json`), '@type': 'FaqLibrary', id, ...name, questions };
}

/** Returns an SQL sort key that puts the preferred languages first, in the given order. */
const firstOf = (preferred: Language[]) => sql`array_position(${preferred}::text[], language)`;
