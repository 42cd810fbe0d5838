import type { Language } from './kit/fields.ts';

/**
 * How CSV is written that a double click opens in a spreadsheet of the language, for `csv-stringify`: marked as UTF-8,
 * with the separator and the decimal sign that belong together there, and no text that would run as a formula.
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
