import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Language } from '../../../contract/kit/fields.ts';
import type { Db } from '../../db/db.ts';
import { platformTimeZone } from '../../kit/platform-day.ts';
import type { Translate } from '../../kit/problems.ts';
import { toSpreadsheet } from '../../kit/spreadsheet.ts';
import { managedPeople, type PersonRow } from '../managed-people.ts';

const columns = [
  ...(['givenName', 'surname', 'email', 'language', 'role', 'state'] as const),
  ...(['team', 'department', 'location', 'guestCode', 'kilometers', 'memberSince'] as const),
];

/** Exports all people as a spreadsheet in the given language, with only the data that organisers may see. */
export async function exportPeople(
  db: Db,
  translate: Translate,
  language: Language,
  now: Temporal.Instant,
): Promise<{ fileName: string; csv: string }> {
  const t = (key: string) => translate(language, 'export', key);
  const { rows: people } = await sql<PersonRow>`
    select * from (${managedPeople.rows(db)}) as people order by surname, "givenName", id`.execute(db);
  const rows = people.map((person) => ({
    ...person,
    role: t(`values.${person.role}`),
    state: t(`values.${person.state}`),
  }));
  const headed = columns.map((key) => ({ key, header: t(`columns.${key}`) }));
  const csv = toSpreadsheet(rows, headed, language, { yes: t('yes'), no: t('no') });
  const day = now.toZonedDateTimeISO(platformTimeZone).toPlainDate();
  return { fileName: `${t('people')}-${day}.csv`, csv };
}
