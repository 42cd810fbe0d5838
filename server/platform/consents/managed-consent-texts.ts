import { sql } from 'kysely';
import { consentTexts } from '../../../contract/managed/consent-texts.ts';
import type { Db } from '../../db/db.ts';
import type { Iris } from '../../kit/iris.ts';
import { ProblemError } from '../../kit/problem-error.ts';
import { reportedCount } from '../../kit/small-groups.ts';
import { cleanTexts } from '../../management/clean-texts.ts';
import { type Author, changeManaged, type Managed } from '../../management/managed-resource.ts';
import { type Texts, textsIn, writtenIn } from '../../management/texts.ts';
import { offeredLanguages } from '../settings/config.ts';

type Fields = { title: Texts; content: Texts };
export type ManagedConsentText = Fields & {
  id: number;
  publishedAt: string | null;
  /** Exact numbers of people, which are never shown. `shownAnswers` rounds these numbers and hides small ones. */
  agreed: number;
  declined: number;
};

const texts = (column: string) =>
  textsIn('consent_text_contents', column, sql`consent_text_id = consent_texts.id`);

const answers = (agrees: boolean) =>
  sql<number>`(select count(*)::int from consents where consent_text_id = consent_texts.id and agrees = ${agrees})`;

/** The consent texts as organisers manage them: the published texts, which never change, and up to one draft. */
export const managedConsentTexts: Managed<Fields, ManagedConsentText> = {
  contract: consentTexts,
  table: 'consent_texts',
  rows: (db) =>
    db
      .selectFrom('consent_texts')
      .select(['id', texts('title').as('title'), texts('content').as('content')])
      .select(
        sql<string | null>`to_char(published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`.as(
          'publishedAt',
        ),
      )
      .select([answers(true).as('agreed'), answers(false).as('declined')]),
  searched: ['title', 'content'],
  cleaned: async (fields) => ({ ...fields, content: await cleanTexts(fields.content, 'content') }),
  create: async (tx, fields) => {
    const { rows } = await sql<{ id: number }>`
      insert into consent_texts default values on conflict do nothing returning id`.execute(tx);
    if (!rows[0]) throw new ProblemError(409, 'consentDraftExists');
    await writeContents(tx, rows[0].id, fields);
    return rows[0].id;
  },
  replace: async (tx, id, fields, _now, before) => {
    mustBeDraft(before);
    await tx.deleteFrom('consent_text_contents').where('consent_text_id', '=', id).execute();
    await writeContents(tx, id, fields);
  },
  remove: async (tx, id, _now, before) => {
    mustBeDraft(before);
    await tx.deleteFrom('consent_text_contents').where('consent_text_id', '=', id).execute();
    await tx.deleteFrom('consent_texts').where('id', '=', id).execute();
  },
};

/**
 * Publishes a draft. From then on, everybody is asked for consent to this text. Throws 409 if the draft was published
 * or changed in the meantime, and 422 with a violation for each text that is missing in an offered language.
 */
export function publishConsentText(db: Db, iris: Iris, id: number, version: string, author: Author) {
  const change = { version, action: 'publish' };
  return changeManaged(db, iris, managedConsentTexts, id, change, author, async (tx, before) => {
    mustBeDraft(before);
    const { rows } = await offeredLanguages.execute(tx);
    const missing = rows.flatMap(({ language }) =>
      (['title', 'content'] as const)
        .filter((name) => !before[name][language])
        .map((name) => ({ propertyPath: `${name}.${language}`, key: 'value.required' })),
    );
    if (missing.length > 0) throw new ProblemError(422, 'violations', missing);
    await tx
      .updateTable('consent_texts')
      .set({ published_at: author.now.toString() })
      .where('id', '=', id)
      .execute();
  });
}

/** Returns a consent text as organisers see it, with the numbers of answers only for groups of five or more. */
export const shownAnswers = <Row extends ManagedConsentText>(row: Row) => ({
  ...row,
  agreed: reportedCount(row.agreed),
  declined: reportedCount(row.declined),
});

function mustBeDraft({ publishedAt }: ManagedConsentText): void {
  if (publishedAt !== null) throw new ProblemError(409, 'consentTextPublished');
}

async function writeContents(tx: Db, id: number, { title, content }: Fields): Promise<void> {
  const written = writtenIn({ title, content }).map((texts) => ({ consent_text_id: id, ...texts }));
  await tx.insertInto('consent_text_contents').values(written).execute();
}
