import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type * as contract from '../../../contract/consents.ts';
import type { Language } from '../../../contract/kit/fields.ts';
import type { Answer } from '../../../contract/kit/operation.ts';
import type { Db } from '../../db/db.ts';
import { violation } from '../../kit/problem-error.ts';
import { startLanguage } from '../settings/config.ts';

/** Returns the current consent text in the given language, or in another language if there is no translation. */
export async function currentConsentText(
  db: Db,
  language: Language,
): Promise<Answer<typeof contract.current>> {
  const start = await startLanguage(db, undefined);
  const row = await db
    .selectFrom('consent_texts')
    .innerJoin('consent_text_contents', 'consent_text_id', 'id')
    .select(['id as number', 'published_at', 'title', 'content'])
    .where('id', '=', (eb) =>
      eb
        .selectFrom('consent_texts')
        .select((latest) => latest.fn.max('id').as('id'))
        .where('published_at', 'is not', null),
    )
    .orderBy(sql`language = ${language}`, 'desc')
    .orderBy(sql`language = ${start}`, 'desc')
    .orderBy('language')
    .limit(1)
    .executeTakeFirst();
  if (!row) return { number: null, title: '', content: '', publishedAt: null };
  const { published_at, ...text } = row;
  return { ...text, publishedAt: published_at?.toString() ?? null };
}

/** Returns SQL for the number of the consent text that a person must still be asked about; null if there is none. */
export const consentDue = (personId: RawBuilder<unknown>): RawBuilder<number | null> => sql`(
  select latest.number
  from (select max(id) as number from consent_texts where published_at is not null) as latest
  where not exists (
    select from consents where consents.person_id = ${personId} and consent_text_id = latest.number
  )
)`;

/** Returns a person's latest answer to a consent text, and all earlier answers. */
export async function ownConsent(db: Db, personId: number): Promise<Answer<typeof contract.mine>> {
  const [number, decisions] = [await publishedConsentText(db), await consentHistory(db, personId)];
  const latest = decisions.reduce<(typeof decisions)[number] | undefined>(
    (found, one) => (found && found.number > one.number ? found : one),
    undefined,
  );
  return {
    number: latest?.number ?? null,
    agrees: latest?.agrees ?? null,
    decidedAt: latest?.decidedAt ?? null,
    isCurrent: number === null || latest?.number === number,
    history: decisions.reverse(),
  };
}

/** Returns all of a person's answers to consent texts, oldest first. */
export async function consentHistory(
  db: Db,
  personId: number,
): Promise<{ number: number; agrees: boolean; decidedAt: string }[]> {
  const rows = await db
    .selectFrom('consent_decisions')
    .select(['consent_text_id as number', 'agrees', 'decided_at'])
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute();
  return rows.map(({ decided_at, ...decided }) => ({ ...decided, decidedAt: decided_at.toString() }));
}

/**
 * Stores a person's answer to the current text. The latest answer applies, and earlier answers stay in the history.
 * Repeating an answer adds nothing. Throws 422 if the answer is not about the current text.
 */
export async function decideConsent(
  db: Db,
  personId: number,
  { number, agrees }: { number: number; agrees: boolean },
  now: Temporal.Instant,
): Promise<void> {
  if (number !== (await publishedConsentText(db))) throw violation('number', 'consent.newer');
  await sql`
    with decided as (
      insert into consents (person_id, consent_text_id, agrees, decided_at)
      values (${personId}, ${number}, ${agrees}, ${now.toString()})
      on conflict (person_id, consent_text_id) do update
      set agrees = excluded.agrees, decided_at = excluded.decided_at
      where consents.agrees <> excluded.agrees
      returning *
    )
    insert into consent_decisions (person_id, consent_text_id, agrees, decided_at)
    select person_id, consent_text_id, agrees, decided_at from decided`.execute(db);
}

/**
 * Stores the consent given at sign-up, in the transaction of the sign-up. People who do not agree can sign up too, and
 * are asked later. Throws 422 if the person agrees to a text that is not the current text.
 */
export async function consentAtSignUp(
  tx: Db,
  personId: number,
  given: number | null | undefined,
  now: Temporal.Instant,
): Promise<void> {
  const number = await publishedConsentText(tx);
  if (number === null || given === null || given === undefined) return;
  if (given !== number) throw violation('consent', 'consent.newer');
  await decideConsent(tx, personId, { number, agrees: true }, now);
}

/** Returns the number of the published consent text, or null. */
export async function publishedConsentText(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('consent_texts')
    .select((eb) => eb.fn.max('id').as('number'))
    .where('published_at', 'is not', null)
    .executeTakeFirst();
  return row?.number ?? null;
}
