import { strToU8, zipSync } from 'fflate';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { platformTimeZone } from '../../kit/platform-day.ts';
import type { Translate } from '../../kit/problems.ts';
import { type Row, toSpreadsheet } from '../../kit/spreadsheet.ts';
import { startLanguage } from '../../platform/settings/config.ts';
import type { Person } from '../person.ts';
import { readPersonalData, type Subject, subjects } from './personal-data.ts';

/**
 * Returns a ZIP file with everything that a person has entered. Each kind of data is included as JSON for
 * programs and as CSV for spreadsheets, with a page in the person's language that describes the files.
 */
export async function exportOwnData(
  db: Db,
  translate: Translate,
  person: Person,
  now: Temporal.Instant,
): Promise<{ fileName: string; zip: Uint8Array }> {
  const language = await startLanguage(db, person.language);
  const t = (key: string, values?: Record<string, unknown>) => translate(language, 'export', key, values);
  const data = await readPersonalData(db, person);
  const day = now.toZonedDateTimeISO(platformTimeZone).toPlainDate();
  const files: Record<string, string> = { 'README.txt': readme(t, person, day) };
  for (const subject of Object.keys(subjects) as Subject[]) {
    const columns = subjects[subject].map((key) => ({ key, header: t(`columns.${key}`) }));
    const booleans = { yes: t('yes'), no: t('no') };
    const written = subject === 'profile' ? data.profile[0] : data[subject];
    files[`${subject}.json`] = `${JSON.stringify(written, null, 2)}\n`;
    files[`${subject}.csv`] = toSpreadsheet(data[subject].map(withLabels(t)), columns, language, booleans);
  }
  const bytes = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  return {
    fileName: `${t('fileName')}-${day}.zip`,
    zip: zipSync(Object.fromEntries(bytes), { mtime: now.epochMilliseconds }),
  };
}

/** Translates the codes in a row for the CSV file; the JSON file contains the codes. */
const withLabels = (t: Text) => (row: Row) => {
  const coded = ['nameShown', 'role', 'amountType', 'source', 'decision'].filter((key) => key in row);
  const events = ['kind', 'detail'].filter((key) => row[key]);
  return {
    ...row,
    ...Object.fromEntries(coded.map((key) => [key, t(`values.${row[key]}`)])),
    ...Object.fromEntries(events.map((key) => [key, t(`events.${row[key]}`)])),
  };
};

type Text = (key: string, values?: Record<string, unknown>) => string;

function readme(t: Text, person: Person, day: Temporal.PlainDate): string {
  const names = Object.keys(subjects);
  const width = Math.max(...names.map((name) => name.length)) + 2;
  const lines = [
    t('title'),
    '='.repeat(t('title').length),
    '',
    t('from', { name: `${person.given_name} ${person.surname}`, email: person.email, day: day.toString() }),
    '',
    t('filesTitle'),
    ...names.map((name) => `  ${name.padEnd(width)}${t(`files.${name}`)}`),
    '',
    t('json'),
    t('csv', { timeZone: platformTimeZone }),
    '',
    t('others'),
  ];
  // All editors on all systems treat CRLF as a line break.
  return `${lines.join('\r\n')}\r\n`;
}
