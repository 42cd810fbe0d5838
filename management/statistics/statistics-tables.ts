import { stringify } from 'csv-stringify/browser/esm/sync';
import { downloadCSV } from 'react-admin';
import type { Language } from '../../contract/kit/fields.ts';
import type { Answer } from '../../contract/kit/operation.ts';
import type * as statistics from '../../contract/managed/statistics.ts';
import { spreadsheetFormat } from '../../contract/spreadsheet.ts';
import { i18nProvider } from '../kit/texts.ts';

type Translate = (key: string, values?: object) => string;

/** A table of the statistics: its columns, and its rows with a name and values. */
export interface StatisticsTable {
  head: string[];
  rows: string[][];
  /** The rows for a spreadsheet. Kilometres are numbers; numbers of people are texts, because they are rounded. */
  values: (string | number)[][];
}

/** Converts the statistics to tables with the texts of a language. */
export function tablesOf(
  figures: Answer<typeof statistics.one>,
  t: Translate,
  locale: string,
  day: (date: string) => string,
): StatisticsTable[] {
  const kilometres = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, minimumFractionDigits: 2 });
  const people = (count: number | null) =>
    count === null ? t('fewer', { count: figures.fewestPeople }) : t('atLeast', { count });
  const km = (amount: number | null) => (amount === null ? '—' : kilometres.format(amount));
  const sports = [
    ...figures.sports.map(({ label, kilometers }) => [label, kilometers] as const),
    ...(figures.otherSports === null ? [] : [[t('otherSports'), figures.otherSports] as const]),
  ];
  const teams = [
    ...figures.teams.map(({ name, kilometers }) => [name, kilometers] as const),
    ...(figures.otherTeams === null ? [] : [[t('otherTeams'), figures.otherTeams] as const]),
  ];
  const workplaces = (named: { name: string; kilometers: number }[], others: string, rest: number | null) => [
    ...named.map(({ name, kilometers }) => [name, kilometers] as const),
    ...(rest === null ? [] : [[t(others), rest] as const]),
  ];
  const departments = workplaces(figures.departments, 'otherDepartments', figures.otherDepartments);
  const locations = workplaces(figures.locations, 'otherLocations', figures.otherLocations);
  const ofKilometres = (first: string, rows: (readonly [string, number])[]): StatisticsTable => ({
    head: [t(first), t('kilometers')],
    rows: rows.map(([name, amount]) => [name, km(amount)]),
    values: rows.map(([name, amount]) => [name, amount]),
  });
  return [
    {
      head: [t('what'), t('amount')],
      rows: [
        [t('registered'), people(figures.registered)],
        [t('participants'), people(figures.participants)],
        [t('kilometers'), km(figures.kilometers)],
      ],
      values: [
        [t('registered'), people(figures.registered)],
        [t('participants'), people(figures.participants)],
        [t('kilometers'), figures.kilometers ?? ''],
      ],
    },
    {
      head: [t('week'), t('active'), t('signUps')],
      rows: figures.weeks.map(({ from, active, signUps }) => [day(from), people(active), people(signUps)]),
      values: figures.weeks.map(({ from, active, signUps }) => [from, people(active), people(signUps)]),
    },
    ofKilometres('sport', sports),
    ofKilometres('team', teams),
    ofKilometres('department', departments),
    ofKilometres('location', locations),
  ];
}

/** Downloads the tables as one CSV file with one row per value. */
export function download(tables: StatisticsTable[], about: string[], t: Translate): void {
  const rows = tables.flatMap(({ head, values }) =>
    values.flatMap(([name = '', ...numbers]) =>
      numbers.map((number, column) => [head[0] ?? '', name, head[column + 1] ?? '', number]),
    ),
  );
  const language = i18nProvider.getLocale() as Language;
  const columns = ['of', 'item', 'measure', 'amount'].map((key, index) => ({
    key: String(index),
    header: t(key),
  }));
  const csv = stringify(rows, {
    header: true,
    columns,
    ...spreadsheetFormat(language, { yes: '', no: '' }),
  });
  downloadCSV(csv, [t('name', { smart_count: 2 }), ...about].join(' - ').replace(/[\\/:*?"<>|]/g, ' '));
}
