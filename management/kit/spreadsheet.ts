import { stringify } from 'csv-stringify/browser/esm/sync';
import { downloadCSV, type Exporter, type RaRecord } from 'react-admin';
import { type Language, languages } from '../../contract/kit/fields.ts';
import { spreadsheetFormat } from '../../contract/spreadsheet.ts';
import { textIn } from './in-every-language.tsx';
import { i18nProvider } from './texts.ts';

/** Downloads a list as CSV for a spreadsheet program in the app's language. */
export const toSpreadsheet: Exporter = (records, _related, _provider, resource = 'export') => {
  downloadCSV(spreadsheetOf(records, resource), i18nProvider.translate(nameOf(resource), { smart_count: 2 }));
};

const nameOf = (resource: string) => `resources.${resource}.name`;

function spreadsheetOf(records: RaRecord[], resource: string): string {
  const language = i18nProvider.getLocale() as Language;
  const words = {
    yes: i18nProvider.translate('ra.boolean.true'),
    no: i18nProvider.translate('ra.boolean.false'),
  };
  const columns = columnsOf(records, resource);
  return stringify(
    records.map((record) => columns.map(({ read }) => read(record))),
    {
      header: true,
      columns: columns.map(({ header }, index) => ({ key: String(index), header })),
      ...spreadsheetFormat(language, words),
    },
  );
}

interface Column {
  header: string;
  read: (record: RaRecord) => string | number | boolean;
}

/** Returns the columns with the app's labels; a field with texts in several languages has one column per language. */
function columnsOf(records: RaRecord[], resource: string): Column[] {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return names.flatMap((name): Column[] => {
    const header = i18nProvider.translate(`resources.${resource}.fields.${name}`, { _: '' });
    // Omits the id of a related resource if another column has its name.
    const isNumberOfNamed = name.endsWith('Id') && names.includes(name.slice(0, -2));
    if (!header || isNumberOfNamed || records.some((record) => isAddress(record[name]))) return [];
    if (!records.some((record) => isInLanguages(record[name])))
      return [{ header, read: (record) => labelOf(resource, name, record[name]) ?? written(record[name]) }];
    return languages.map((language) => ({
      header: `${header} (${i18nProvider.translate(`ra.locales.${language}`)})`,
      read: (record) => written(record[name]?.[language]),
    }));
  });
}

const isAddress = (value: unknown) => typeof value === 'string' && value.includes('/platform/api/');

const isInLanguages = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  languages.some((one) => one in value);

/** Returns the app's label of an enumerated value, for example a state or a kind; undefined if the app has no label. */
function labelOf(resource: string, name: string, value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[\w-]+$/.test(value)) return undefined;
  const key = name === 'language' ? 'ra.locales' : `resources.${resource}.${name}s`;
  return i18nProvider.translate(`${key}.${value}`, { _: '' }) || undefined;
}

/** Converts a value for the spreadsheet; moments become a date and time without a time zone. */
function written(value: unknown): string | number | boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\dT.*Z$/.test(value) ? new Date(value).toLocaleString('sv-SE') : value;
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ');
  return value ? JSON.stringify(value) : '';
}

/** Formats a single value: unchanged, as a text in the language of the app, or as the name of a resource. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { language, label, name } = value as Record<string, unknown>;
  if (language && label) return language === i18nProvider.getLocale() ? String(label) : '';
  if (isInLanguages(name)) return textIn(name as Partial<Record<Language, string>>, i18nProvider.getLocale());
  return String(label ?? name ?? JSON.stringify(value));
}
