import { sql } from 'kysely';
import { libraries } from '../../../contract/managed/faq.ts';
import type { Db } from '../../db/db.ts';
import { ProblemError } from '../../kit/problem-error.ts';
import type { Managed } from '../../management/managed-resource.ts';
import { type Texts, textsIn, writtenIn } from '../../management/texts.ts';

type Fields = { name: Texts };

/** The FAQ libraries as organisers manage them. */
export const managedLibraries: Managed<Fields, Fields & { id: number; questions: number }> = {
  contract: libraries,
  table: 'faq_libraries',
  rows: (db) =>
    db.selectFrom('faq_libraries').select((eb) => [
      'id',
      textsIn('faq_library_names', 'name', sql`library_id = faq_libraries.id`).as('name'),
      eb
        .selectFrom('faq_questions')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('library_id', '=', 'faq_libraries.id')
        .$asScalar()
        .$notNull()
        .as('questions'),
    ]),
  create: async (tx, fields) => {
    const { id } = await tx
      .insertInto('faq_libraries')
      .defaultValues()
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeNames(tx, id, fields);
    return id;
  },
  replace: async (tx, id, fields) => {
    await tx.deleteFrom('faq_library_names').where('library_id', '=', id).execute();
    await writeNames(tx, id, fields);
  },
  remove: async (tx, id) => {
    const { rows } =
      await sql`select from configs where key = 'faqLibraryId' and value = to_jsonb(${id}::int)`.execute(tx);
    if (rows.length > 0) throw new ProblemError(409, 'inUse');
    await tx.deleteFrom('faq_libraries').where('id', '=', id).execute();
  },
};

const writeNames = (tx: Db, id: number, fields: Fields) =>
  tx
    .insertInto('faq_library_names')
    .values(writtenIn(fields).map((text) => ({ library_id: id, ...text })))
    .execute();
