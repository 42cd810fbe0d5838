import { sql } from 'kysely';
import { questions } from '../../../contract/managed/faq.ts';
import type { Db } from '../../db/db.ts';
import { violation } from '../../kit/problem-error.ts';
import { cleanTexts } from '../../management/clean-texts.ts';
import type { Managed } from '../../management/managed-resource.ts';
import { type Texts, textsIn, writtenIn } from '../../management/texts.ts';

export type QuestionFields = { libraryId: number | null; position: number; problem: Texts; solution: Texts };
type Row = QuestionFields & { id: number; libraryId: number };

const texts = (column: string) => textsIn('faq_question_texts', column, sql`question_id = faq_questions.id`);

/** The questions and answers of FAQ libraries as organisers manage them. */
export const managedQuestions: Managed<QuestionFields, Row> = {
  contract: questions,
  table: 'faq_questions',
  rows: (db) =>
    db
      .selectFrom('faq_questions')
      .select([
        'id',
        'library_id as libraryId',
        'position',
        texts('problem').as('problem'),
        texts('solution').as('solution'),
      ]),
  searched: ['problem', 'solution'],
  cleaned: async (fields) => ({ ...fields, solution: await cleanTexts(fields.solution, 'solution') }),
  create: async (tx, fields) => {
    const libraryId = await mustBeLibrary(tx, fields.libraryId);
    const { id } = await tx
      .insertInto('faq_questions')
      .values({ library_id: libraryId, position: fields.position })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeTexts(tx, id, fields);
    return id;
  },
  replace: async (tx, id, fields, _now, before) => {
    const libraryId = await mustBeLibrary(tx, fields.libraryId ?? before.libraryId);
    await tx
      .updateTable('faq_questions')
      .set({ library_id: libraryId, position: fields.position })
      .where('id', '=', id)
      .execute();
    await tx.deleteFrom('faq_question_texts').where('question_id', '=', id).execute();
    await writeTexts(tx, id, fields);
  },
  remove: async (tx, id) => {
    await tx.deleteFrom('faq_questions').where('id', '=', id).execute();
  },
};

/**
 * Throws if the library does not exist, and otherwise locks it until the transaction ends, so that nobody can remove
 * it.
 */
async function mustBeLibrary(tx: Db, id: number | null): Promise<number> {
  const { rows } = await sql`select from faq_libraries where id = ${id} for key share`.execute(tx);
  if (id === null || rows.length === 0) throw violation('libraryId', 'value.invalid');
  return id;
}

async function writeTexts(tx: Db, id: number, { problem, solution }: QuestionFields): Promise<void> {
  const written = writtenIn({ problem, solution }).map((texts) => ({ question_id: id, ...texts }));
  await tx.insertInto('faq_question_texts').values(written).execute();
}
