import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type * as contract from '../../contract/consents.ts';
import type { Language } from '../../contract/kit/fields.ts';
import type { Answer } from '../../contract/kit/operation.ts';
import { startLanguage } from '../configs/config.ts';
import type { Db } from '../db/db.ts';
import { violation } from '../kit/problem-error.ts';

/** The consent text that people are asked about now, in a language, or in another that it is written in. */
export async function currentConsentText(
  db: Db,
  language: Language,
): Promise<Answer<typeof contract.current>> {
  const start = await startLanguage(db, undefined);
  const row = await db
    .selectFrom('consent_texts')
    .innerJoin('consent_text_contents', 'consent_text_id', 'id')
    .select(['id as number', 'published_at', 'title', 'content'])
    .where('id', '=', (eb) => eb.selectFrom('consent_texts').select((latest) => latest.fn.max('id').as('id')))
    .orderBy(sql`language = ${language}`, 'desc')
    .orderBy(sql`language = ${start}`, 'desc')
    .orderBy('language')
    .limit(1)
    .executeTakeFirst();
  if (!row) return { number: null, title: '', content: '', publishedAt: null };
  const { published_at, ...text } = row;
  return { ...text, publishedAt: published_at.toString() };
}

/** The number of the consent text that a person has not been asked about yet; none where there is nothing to ask. */
export async function consentDue(db: Db, personId: number): Promise<number | null> {
  const number = await currentNumber(db);
  if (number === null) return null;
  const said = await db
    .selectFrom('consents')
    .select('agrees')
    .where('person_id', '=', personId)
    .where('consent_text_id', '=', number)
    .executeTakeFirst();
  return said ? null : number;
}

/** What a person has said to the latest text that they were asked about. */
export async function ownConsent(db: Db, personId: number): Promise<Answer<typeof contract.mine>> {
  const [number, row] = [
    await currentNumber(db),
    await db
      .selectFrom('consents')
      .selectAll()
      .where('person_id', '=', personId)
      .orderBy('consent_text_id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ];
  return {
    number: row?.consent_text_id ?? null,
    agrees: row?.agrees ?? null,
    decidedAt: row?.decided_at.toString() ?? null,
    isCurrent: number === null || row?.consent_text_id === number,
  };
}

/** Keeps what a person says to the current text; the latest word holds. Throws 422 where there is a newer text. */
export async function decideConsent(
  db: Db,
  personId: number,
  { number, agrees }: { number: number; agrees: boolean },
  now: Temporal.Instant,
): Promise<void> {
  if (number !== (await currentNumber(db))) throw violation('number', 'consent.newer');
  const said = { agrees, decided_at: now.toString() };
  await db
    .insertInto('consents')
    .values({ person_id: personId, consent_text_id: number, ...said })
    .onConflict((conflict) => conflict.columns(['person_id', 'consent_text_id']).doUpdateSet(said))
    .execute();
}

/**
 * Keeps the consent that somebody gives with their sign-up, in its transaction. Throws 422 where there is a text and
 * they have not agreed to it, or to an older one.
 */
export async function consentAtSignUp(
  tx: Db,
  personId: number,
  given: number | null | undefined,
  now: Temporal.Instant,
): Promise<void> {
  const number = await currentNumber(tx);
  if (number === null) return;
  if (given === null || given === undefined) throw violation('consent', 'consent.required');
  if (given !== number) throw violation('consent', 'consent.newer');
  await decideConsent(tx, personId, { number, agrees: true }, now);
}

async function currentNumber(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('consent_texts')
    .select((eb) => eb.fn.max('id').as('number'))
    .executeTakeFirst();
  return row?.number ?? null;
}
