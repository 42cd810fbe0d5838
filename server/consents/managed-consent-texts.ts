import { sql } from 'kysely';
import { consentTexts } from '../../contract/managed/consent-texts.ts';
import type { Db } from '../db/db.ts';
import { cleanTexts } from '../management/clean-texts.ts';
import type { Managed } from '../management/managed-resource.ts';
import { type Texts, textsIn, writtenIn } from '../management/texts.ts';

type Fields = { title: Texts; content: Texts };

const texts = (column: string) =>
  textsIn('consent_text_contents', column, sql`consent_text_id = consent_texts.id`);

/** The consent texts: published when they are made, and never changed. */
export const managedConsentTexts: Managed<Fields, Fields & { id: number; publishedAt: string }> = {
  contract: consentTexts,
  table: 'consent_texts',
  rows: (db) =>
    db
      .selectFrom('consent_texts')
      .select(['id', texts('title').as('title'), texts('content').as('content')])
      .select(
        sql<string>`to_char(published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`.as('publishedAt'),
      ),
  searched: ['title', 'content'],
  cleaned: async (fields) => ({ ...fields, content: await cleanTexts(fields.content, 'content') }),
  create: async (tx, fields, now) => {
    const { id } = await tx
      .insertInto('consent_texts')
      .values({ published_at: now.toString() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeContents(tx, id, fields);
    return id;
  },
};

async function writeContents(tx: Db, id: number, { title, content }: Fields): Promise<void> {
  const written = writtenIn({ title, content }).map((texts) => ({ consent_text_id: id, ...texts }));
  await tx.insertInto('consent_text_contents').values(written).execute();
}
