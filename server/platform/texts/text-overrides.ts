import { sql } from 'kysely';
import { type Language, languages } from '../../../contract/kit/fields.ts';
import { texts as contract } from '../../../contract/managed/texts.ts';
import { lockInTransaction } from '../../db/advisory-lock.ts';
import type { Db } from '../../db/db.ts';
import { ProblemError } from '../../kit/problem-error.ts';
import type { Managed } from '../../management/managed-resource.ts';
import type { Texts as InEveryLanguage } from '../../management/texts.ts';
import type { CatalogueText } from './text-catalogue.ts';

type Fields = { own: InEveryLanguage };
type Row = Fields & CatalogueText & { isChanged: boolean };

/** Describes the product's texts and the organisers' replacements for the management API. */
export function managedTexts(catalogue: CatalogueText[]): Managed<Fields, Row> {
  const asJson = JSON.stringify(catalogue);
  const own = (language: Language) => sql`coalesce(
    (select text from text_overrides where language = ${sql.lit(language)} and namespace = one.namespace and key = one.key), '')`;
  return {
    contract,
    table: (tx) => lockInTransaction(tx, 'texts'),
    rows: () => sql<Row>`
      select *, (own ->> 'en' <> '' or own ->> 'fr' <> '' or own ->> 'nl' <> '') as "isChanged"
      from (
        select one.*, jsonb_build_object(${sql.join(languages.flatMap((language) => [sql.lit(language), own(language)]))}) as own
        from jsonb_to_recordset(${asJson}::jsonb) one(id int, namespace text, key text, standard jsonb, place text)
      ) texts`,
    searched: ['key', 'standard', 'own'],
    replace: async (tx, _id, fields, _now, { namespace, key, standard }) => {
      mustKeepVariables(fields.own, standard);
      await tx
        .deleteFrom('text_overrides')
        .where('namespace', '=', namespace)
        .where('key', '=', key)
        .execute();
      const written = languages
        .map((language) => ({ language, namespace, key, text: fields.own[language] }))
        .filter(({ text }) => text !== '');
      if (written.length > 0) await tx.insertInto('text_overrides').values(written).execute();
    },
  };
}

const variablesIn = (text: string) =>
  new Set(text.match(/\{\{\s*\w+/g)?.map((name) => name.replace(/\W/g, '')));

/** Throws if a text has an unknown placeholder, which the app would show literally. */
function mustKeepVariables(own: InEveryLanguage, standard: InEveryLanguage): void {
  const wrong = languages.flatMap((language) => {
    const known = variablesIn(standard[language]).add('platformName');
    const unknown = [...variablesIn(own[language])].find((name) => !known.has(name));
    return unknown
      ? [{ propertyPath: `own.${language}`, key: 'text.unknownVariable', values: { name: unknown } }]
      : [];
  });
  if (wrong.length > 0) throw new ProblemError(422, 'violations', wrong);
}

/** Lists the organisers' replacements for the product's texts. */
export function listOverrides(db: Db, of: { language?: Language; namespace?: string } = {}) {
  return db
    .selectFrom('text_overrides')
    .selectAll()
    .$if(of.language !== undefined, (query) => query.where('language', '=', of.language ?? ''))
    .$if(of.namespace !== undefined, (query) => query.where('namespace', '=', of.namespace ?? ''))
    .execute();
}

/** Returns a namespace's texts with the organisers' replacements. */
export function withOverrides(
  standard: Record<string, unknown>,
  overrides: { key: string; text: string }[],
): Record<string, unknown> {
  const copy = structuredClone(standard);
  for (const { key, text } of overrides) {
    const path = key.split('.');
    const last = path.pop() ?? '';
    const parent = path.reduce<unknown>(
      (part, name) => (part as Record<string, unknown> | undefined)?.[name],
      copy,
    );
    // Replacements for keys that the current release no longer has are ignored.
    if (parent && typeof (parent as Record<string, unknown>)[last] === 'string')
      (parent as Record<string, unknown>)[last] = text;
  }
  return copy;
}
