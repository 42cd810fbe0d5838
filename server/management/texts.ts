import { type RawBuilder, sql } from 'kysely';
import { type Language, languages } from '../../contract/kit/fields.ts';

/** A text in each language; empty where it is not written yet. */
export type Texts = Record<Language, string>;

/**
 * Returns an SQL expression for the texts in one column of a table with one row per language: a JSON object with one
 * text per language. `where` selects the rows.
 */
export const textsIn = (table: string, column: string, where: RawBuilder<unknown>) =>
  sql<Texts>`(select jsonb_build_object(${sql.join(
    languages.flatMap((language) => [
      sql.lit(language),
      sql`coalesce(max(${sql.ref(column)}) filter (where language = ${sql.lit(language)}), '')`,
    ]),
  )}) from ${sql.table(table)} where ${where})`;

/**
 * Returns an SQL expression for a text in the given language. If this language is missing, returns the text in another
 * language; null if there is no text at all.
 */
export const textIn = (language: Language, table: string, column: string, where: RawBuilder<unknown>) =>
  sql<string | null>`(select ${sql.ref(column)} from ${sql.table(table)}
    where ${where} and ${sql.ref(column)} <> '' order by language = ${language} desc, language limit 1)`;

/**
 * Returns the languages in which at least one of the texts is written, each with the texts in that language.
 */
export const writtenIn = <Name extends string>(fields: Record<Name, Texts>) =>
  languages
    .map((language) => ({
      language,
      ...(Object.fromEntries(
        Object.entries<Texts>(fields).map(([name, texts]) => [name, texts[language]]),
      ) as Record<Name, string>),
    }))
    .filter(({ language: _, ...texts }) => Object.values(texts).some((text) => text !== ''));
