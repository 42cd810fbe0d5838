import type { Db } from '../server/db/db.ts';
import { cleanHtml } from '../server/kit/clean-markup.ts';
import { libraryNames, type QuestionName, questionNames, questions } from './faq-texts.ts';

const languages = ['nl', 'fr', 'en'] as const;

/** Inserts the library with its questions and answers; returns its id. */
export async function insertDemoFaq(tx: Db): Promise<number> {
  const library = await tx
    .insertInto('faq_libraries')
    .defaultValues()
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('faq_library_names')
    .values(languages.map((language) => ({ library_id: library.id, language, name: libraryNames[language] })))
    .execute();
  const rows = await tx
    .insertInto('faq_questions')
    .values(questionNames.map((_, position) => ({ library_id: library.id, position })))
    .returning(['id', 'position'])
    .execute();
  const ids = new Map(rows.map(({ id, position }) => [questionNames[position], id]));
  for (const [name, id] of ids)
    for (const language of languages) {
      const { problem, solution } = questions[language][name as QuestionName];
      await tx
        .insertInto('faq_question_texts')
        .values({
          question_id: id,
          language,
          problem,
          solution: await cleanHtml(linked(solution, ids), 'solution'),
        })
        .execute();
    }
  return library.id;
}

/** Turns `{name|words}` into links. */
function linked(solution: string, ids: Map<QuestionName | undefined, number>): string {
  return solution.replace(
    /\{(\w+)\|([^}]+)\}/g,
    (_, name, words) => `<a href="/faq/question/${ids.get(name)}">${words}</a>`,
  );
}
