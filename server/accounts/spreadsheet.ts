import { stringify } from 'csv-stringify/sync';
import { Temporal } from 'temporal-polyfill';
import type { Language } from '../../contract/kit/fields.ts';
import { platformTimeZone } from '../context.ts';
import type { Cell, Row } from './own-data.ts';

/**
 * Rows as CSV that a double click opens in a spreadsheet of the language: marked as UTF-8, with the separator
 * and the decimal sign that belong together there, and no text that would run as a formula.
 */
export function toSpreadsheet(
  rows: Row[],
  columns: { key: string; header: string }[],
  language: Language,
  words: { yes: string; no: string },
): string {
  const isEnglish = language === 'en';
  return stringify(
    rows.map((row) => columns.map(({ key }) => written(row[key] ?? null))),
    {
      header: true,
      columns: columns.map(({ header }, index) => ({ key: String(index), header })),
      bom: true,
      delimiter: isEnglish ? ',' : ';',
      record_delimiter: 'windows',
      quote_record_delimiter: true,
      escape_formulas: true,
      cast: {
        number: (value) => (isEnglish ? String(value) : String(value).replace('.', ',')),
        boolean: (value) => (value ? words.yes : words.no),
      },
    },
  );
}

/** Spreadsheets know a moment by its date and its time in a zone, without the zone's name. */
function written(cell: Cell): string | number | boolean | null {
  if (!(cell instanceof Temporal.Instant)) return cell;
  const local = cell.toZonedDateTimeISO(platformTimeZone).toPlainDateTime();
  return local.toString({ smallestUnit: 'second' }).replace('T', ' ');
}
