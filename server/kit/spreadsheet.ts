import { stringify } from 'csv-stringify/sync';
import { Temporal } from 'temporal-polyfill';
import type { Language } from '../../contract/kit/fields.ts';
import { spreadsheetFormat } from '../../contract/spreadsheet.ts';
import { platformTimeZone } from './platform-day.ts';

/** The value of a cell; timestamps are formatted when they are written. */
export type Cell = string | number | boolean | Temporal.Instant | null;
export type Row = Record<string, Cell>;

/** Converts rows to CSV, with the separators that spreadsheets in this language expect. */
export function toSpreadsheet(
  rows: Row[],
  columns: { key: string; header: string }[],
  language: Language,
  booleans: { yes: string; no: string },
): string {
  return stringify(
    rows.map((row) => columns.map(({ key }) => written(row[key] ?? null))),
    {
      header: true,
      columns: columns.map(({ header }, index) => ({ key: String(index), header })),
      ...spreadsheetFormat(language, booleans),
    },
  );
}

/** Formats a timestamp as a local date and time without a time zone, as spreadsheets expect. */
function written(cell: Cell): string | number | boolean | null {
  if (!(cell instanceof Temporal.Instant)) return cell;
  const local = cell.toZonedDateTimeISO(platformTimeZone).toPlainDateTime();
  return local.toString({ smallestUnit: 'second' }).replace('T', ' ');
}
