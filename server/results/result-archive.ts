import { strToU8, zipSync } from 'fflate';
import type { Temporal } from 'temporal-polyfill';
import type { Language } from '../../contract/kit/fields.ts';
import type { Db } from '../db/db.ts';
import type { Translate } from '../kit/problems.ts';
import { toSpreadsheet } from '../kit/spreadsheet.ts';
import { boardSports } from './final-boards.ts';
import { namesOfResults, readResultFile, resultFileOf } from './frozen-results.ts';

/**
 * Returns a zip archive with the hashed results file and all frozen boards as CSV in the given language, with the names
 * that may be shown. Throws 404 if the results are not frozen.
 */
export async function resultArchive(
  db: Db,
  translate: Translate,
  language: Language,
  challengeId: number,
  now: Temporal.Instant,
): Promise<{ fileName: string; zip: Uint8Array }> {
  const t = (key: string, values?: Record<string, unknown>) => translate(language, 'results', key, values);
  const { uri, file, sha256 } = await resultFileOf(db, challengeId);
  const { people, teams } = readResultFile(file);
  const names = await namesOfResults(db, challengeId);
  const columns = (keys: string[]) => keys.map((key) => ({ key, header: t(`columns.${key}`) }));
  const csv = (rows: Parameters<typeof toSpreadsheet>[0], keys: string[]) =>
    toSpreadsheet(rows, columns(keys), language, { yes: '', no: '' });
  const files: Record<string, string> = {
    'README.txt': `${t('readme', { uri, sha256 }).replaceAll('\n', '\r\n')}\r\n`,
    'results.json': file,
  };
  for (const sport of boardSports) {
    const places = people[sport].map(({ person, metres, ...place }) => {
      const { givenName, surname } = names.get(person) ?? { givenName: '', surname: '' };
      const name = givenName || surname ? { givenName, surname } : { givenName: t('unnamed'), surname: '' };
      return { ...place, number: person, ...name, kilometers: metres / 1000 };
    });
    files[`${t('people')}-${t(`boards.${sport}`)}.csv`] = csv(places, [
      ...['rank', 'givenName', 'surname', 'kilometers', 'activities', 'number'],
    ]);
    const ranked = teams[sport].map(({ metres, ...place }) => ({ ...place, kilometers: metres / 1000 }));
    if (teams.all.length > 0)
      files[`${t('teams')}-${t(`boards.${sport}`)}.csv`] = csv(ranked, [
        ...['rank', 'name', 'kilometers', 'members', 'activities'],
      ]);
  }
  const bytes = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  return {
    fileName: `${uri}-${t('fileName')}.zip`,
    zip: zipSync(Object.fromEntries(bytes), { mtime: now.epochMilliseconds }),
  };
}
