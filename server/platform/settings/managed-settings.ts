import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { type Language, languages } from '../../../contract/kit/fields.ts';
import { htmlSettings, settings, textSettings } from '../../../contract/managed/settings.ts';
import { lockInTransaction } from '../../db/advisory-lock.ts';
import type { Db } from '../../db/db.ts';
import { violation } from '../../kit/problem-error.ts';
import { cleanTexts } from '../../management/clean-texts.ts';
import type { Managed } from '../../management/managed-resource.ts';
import type { Texts } from '../../management/texts.ts';
import { labelled } from './config.ts';

type Fields = Omit<z.output<typeof settings.replace.body>, 'version'>;

const texts: readonly string[] = textSettings;
const defaults: Record<string, unknown> = z.parse(settings.create.body, {});

/** Returns the configuration key for a text in the given language. */
export const entryOf = (name: string, language: Language) =>
  `${name}${language.charAt(0).toUpperCase()}${language.slice(1)}`;

const storedOr = (key: string, otherwise: unknown) =>
  sql`coalesce((select value from configs where key = ${key}), ${JSON.stringify(otherwise)}::jsonb)`;

/** Returns SQL for a setting in the document: the stored value, or the default. */
function columnOf(name: string): RawBuilder<unknown> {
  if (texts.includes(name))
    return sql`jsonb_build_object(${sql.join(
      languages.flatMap((language) => [sql.lit(language), storedOr(entryOf(name, language), '')]),
    )})`;
  if (name !== 'availableLanguages') return storedOr(name, defaults[name]);
  const all = languages.map(labelled);
  return sql`(select jsonb_agg(one ->> 'code') from jsonb_array_elements(${storedOr(name, all)}) one)`;
}

/** Converts a settings document to configuration entries. */
function entriesOf(fields: Fields): [key: string, value: unknown][] {
  return Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    if (texts.includes(name))
      return languages.map((language) => [entryOf(name, language), (value as Texts)[language]]);
    if (name === 'availableLanguages') return [[name, (value as Language[]).map(labelled)]];
    return [[name, value]];
  });
}

/** The whole configuration as a single document with id 1. */
export const managedSettings: Managed<Fields, Fields & { id: number }> = {
  contract: settings,
  table: (tx) => lockInTransaction(tx, 'settings'),
  rows: () =>
    sql`select 1 as id, ${sql.join(
      settings.fieldNames.map((name) => sql`${columnOf(name)} as ${sql.ref(name)}`),
    )}`,
  cleaned: async (fields) => {
    const cleaned = htmlSettings.map(async (name) => [name, await cleanTexts(fields[name], name)]);
    return { ...fields, ...Object.fromEntries(await Promise.all(cleaned)) };
  },
  replace: async (tx, _id, fields) => {
    await mustFit(tx, fields);
    for (const [key, value] of entriesOf(fields)) {
      const stored = JSON.stringify(value);
      await tx
        .insertInto('configs')
        .values({ key, value: stored })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: stored }))
        .execute();
    }
  },
};

/** Throws if settings contradict each other, or refer to something that does not exist. */
async function mustFit(tx: Db, fields: Fields): Promise<void> {
  if (!fields.availableLanguages.includes(fields.defaultLanguage))
    throw violation('defaultLanguage', 'language.notOffered');
  const named = [
    ['progressMapId', 'progress_maps'],
    ['faqLibraryId', 'faq_libraries'],
  ] as const;
  for (const [field, table] of named) {
    if (fields[field] === null) continue;
    const { rows } =
      await sql`select from ${sql.table(table)} where id = ${fields[field]} for key share`.execute(tx);
    if (rows.length === 0) throw violation(field, 'value.invalid');
  }
}
