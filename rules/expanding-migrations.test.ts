import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = 'server/db/migrations';
/** The last migration before two versions of the platform could use a database side by side. */
const last = '0045-remembered-answers.sql';
const later = readdirSync(folder).filter((name) => name > last);

/**
 * Changes that break the previous version, because it still reads what they remove or writes what they
 * forbid.
 */
const breaking = [
  /\bdrop\s+(?!index|trigger|function|default)\w+/,
  /\brename\b/,
  /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/,
  /\bset\s+not\s+null\b/,
  /\badd\s+column\b(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/,
  /\balter\s+table\b[^;]*\badd\s+(?:constraint|check|unique|foreign|exclude)\b/,
];

/**
 * Matches statements that replace a list of allowed values. The previous version still writes values of the
 * old list.
 */
const replacedList =
  /alter table (\w+) drop constraint \1_(\w+)_check,\s*add constraint \1_\2_check check \(\2 in \(([^)]*)\)\);/g;

const statementsOf = (text: string) => text.replace(/--.*$/gm, '').toLowerCase();
const breaks = (text: string) =>
  breaking.some((one) => one.test(statementsOf(text).replace(replacedList, '')));

const valuesIn = (list = '') => [...list.matchAll(/'(\w+)'/g)].map(([, value]) => value);

// Decision record 2, “Two versions side by side”.
describe('a migration', () => {
  it('says in its name whether the previous version can still use the database', () => {
    expect(later.filter((name) => !/^\d{4}-(?:expand|contract)-/.test(name))).toEqual([]);
  });

  it('removes nothing that the previous version uses if its name says «expand»', () => {
    const expanding = later.filter((name) => name.includes('-expand-'));
    expect(expanding.filter((name) => breaks(readFileSync(`${folder}/${name}`, 'utf8')))).toEqual([]);
  });

  it('keeps all earlier values if it replaces a list of allowed values', () => {
    const texts = readdirSync(folder)
      .sort()
      .map((name) => statementsOf(readFileSync(`${folder}/${name}`, 'utf8')));
    const replacements = texts.flatMap((text, at) =>
      [...text.matchAll(replacedList)].map(([, table, column, list]) => ({
        before: texts
          .slice(0, at)
          .flatMap((earlier) => earlier.match(new RegExp(`create table ${table} \\([^;]*;`))?.[0] ?? [])
          .flatMap((create) => create.match(new RegExp(`\\(${column} in \\(([^)]*)\\)`))?.[1] ?? []),
        list,
      })),
    );
    expect(replacements.length).toBeGreaterThan(0);
    for (const { before, list } of replacements) {
      expect(before).toHaveLength(1);
      expect(valuesIn(list)).toEqual(expect.arrayContaining(valuesIn(before[0])));
    }
  });

  it.each([
    'alter table people drop column nickname;',
    'drop table likes;',
    'alter table people rename column nickname to alias;',
    'alter table people alter column nickname type citext;',
    'alter table people alter nickname set not null;',
    'alter table people add column colour text not null;',
    'alter table people add constraint short check (length(nickname) < 20);',
  ])('is recognised as breaking: %s', (text) => {
    expect(breaks(text)).toBe(true);
  });

  it.each([
    'create table colours (id integer primary key, name text not null unique);',
    "alter table people add column colour text not null default 'red', add column size integer;",
    'create index people_colour on people (colour); drop index people_old;',
  ])('is recognised as expanding: %s', (text) => {
    expect(breaks(text)).toBe(false);
  });
});
