import type { Language } from './kit/fields.ts';

/**
 * Options of `csv-stringify` for a CSV file that opens correctly in a spreadsheet of the language: marked as UTF-8,
 * with the language's separator and decimal sign, and without text that would run as a formula.
 */
export function spreadsheetFormat(language: Language, words: { yes: string; no: string }) {
  const isEnglish = language === 'en';
  return {
    bom: true,
    delimiter: isEnglish ? ',' : ';',
    record_delimiter: 'windows' as const,
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: {
      number: (value: number) => (isEnglish ? String(value) : String(value).replace('.', ',')),
      boolean: (value: boolean) => (value ? words.yes : words.no),
    },
  };
}
