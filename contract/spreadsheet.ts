import type { Language } from './kit/fields.ts';

/**
 * Returns `csv-stringify` options for a CSV file that a spreadsheet program in the given language opens correctly. The
 * file is marked as UTF-8, has the language's list separator and decimal separator, and no text in it runs as a
 * formula.
 */
export function spreadsheetFormat(language: Language, booleans: { yes: string; no: string }) {
  const isEnglish = language === 'en';
  return {
    bom: true,
    delimiter: isEnglish ? ',' : ';',
    record_delimiter: 'windows' as const,
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: {
      number: (value: number) => (isEnglish ? String(value) : String(value).replace('.', ',')),
      boolean: (value: boolean) => (value ? booleans.yes : booleans.no),
    },
  };
}
