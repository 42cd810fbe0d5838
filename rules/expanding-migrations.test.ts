import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = 'server/db/migrations';
/** The last migration from before two versions could use a database side by side. */
const last = '0045-remembered-answers.sql';
const later = readdirSync(folder).filter((name) => name > last);

/** What the version before cannot work with: it reads what is gone, or writes what is no longer allowed. */
const breaking = [
  /\bdrop\s+(?!index|trigger|function|default)\w+/,
  /\brename\b/,
  /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/,
  /\bset\s+not\s+null\b/,
  /\badd\s+column\b(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/,
  /\balter\s+table\b[^;]*\badd\s+(?:constraint|check|unique|foreign|exclude)\b/,
];

const breaks = (text: string) => breaking.some((one) => one.test(text.replace(/--.*$/gm, '').toLowerCase()));

// Decision record 2, “Two versions side by side”.
describe('a migration', () => {
  it('says in its name whether the version before can still use the database', () => {
    expect(later.filter((name) => !/^\d{4}-(?:expand|contract)-/.test(name))).toEqual([]);
  });

  it('that expands takes nothing away from the version before', () => {
    const expanding = later.filter((name) => name.includes('-expand-'));
    expect(expanding.filter((name) => breaks(readFileSync(`${folder}/${name}`, 'utf8')))).toEqual([]);
  });

  it.each([
    'alter table people drop column nickname;',
    'drop table likes;',
    'alter table people rename column nickname to alias;',
    'alter table people alter column nickname type citext;',
    'alter table people alter nickname set not null;',
    'alter table people add column colour text not null;',
    'alter table people add constraint short check (length(nickname) < 20);',
  ])('is recognised as one that takes something away: %s', (text) => {
    expect(breaks(text)).toBe(true);
  });

  it.each([
    'create table colours (id integer primary key, name text not null unique);',
    "alter table people add column colour text not null default 'red', add column size integer;",
    'create index people_colour on people (colour); drop index people_old;',
  ])('is recognised as one that only adds: %s', (text) => {
    expect(breaks(text)).toBe(false);
  });
});
