import { CsvError, parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { complaintOf } from '../../../contract/kit/complaint.ts';
import { type Language, languages, requiredText } from '../../../contract/kit/fields.ts';
import { email } from '../../../contract/people.ts';
import { NewTeam } from '../../../contract/teams.ts';
import { violation } from '../../kit/problem-error.ts';

/** A person in an imported table. */
export interface Entry {
  givenName: string;
  surname: string;
  email: string;
  language: Language;
  team: string | null;
  department: string | null;
  location: string | null;
}

const fields = ['givenName', 'surname', 'email', 'language', 'team', 'department', 'location'] as const;
type Field = (typeof fields)[number];

/** Why a line is invalid. `field` is null if the reason is not in a single field. */
export interface LineProblem {
  line: number;
  /** The person's name, or email address if the name is missing. Empty if the line has neither. */
  person: string;
  /** The field's value, shortened for display. */
  value: string;
  field: Field | null;
  key: string;
  values?: Record<string, string | number>;
}

/** A parsed table, with its columns and an entry or a problem for each line. */
export interface PeopleTable {
  columns: { header: string; field: Field | null }[];
  rows: number;
  entries: (Entry & { line: number })[];
  problems: LineProblem[];
}

/** Usual column names in English, French and Dutch, without accents and punctuation. */
const spellings: Record<Field, string> = {
  givenName: 'givenname firstname forename prenom voornaam roepnaam',
  surname: 'surname lastname familyname name nom nomdefamille achternaam familienaam naam',
  email:
    'email mail emailaddress mailaddress adresseemail adressemail courriel adressecourriel emailadres mailadres',
  language: 'language lang langue taal locale',
  team: 'team teamname equipe nomdelequipe nomdequipe ploeg ploegnaam teamnaam',
  department: 'department departement service afdeling dienst',
  location: 'location site lieu lieudetravail locatie vestiging standplaats',
};
const required: Field[] = ['givenName', 'surname', 'email'];

const languageSpellings: Record<Language, string> = {
  en: 'en english anglais engels',
  fr: 'fr french francais frans',
  nl: 'nl dutch neerlandais nederlands',
};

/**
 * The maximum number of rows. Emailing this many people takes minutes, and larger companies must import several files.
 */
const mostRows = 10_000;

/**
 * Reads people from a CSV file that was exported from a spreadsheet in any of our languages. `language` is the default
 * for rows without a language. Throws 422 on `csv` if the file cannot be read, lacks a column or has too many rows.
 */
export function readPeopleTable(csv: string, language: Language): PeopleTable {
  const records = recordsOf(csv);
  const [first, ...rows] = records;
  const columns = columnsOf(first?.record ?? []);
  const missing = required.filter((field) => !columns.some((column) => column.field === field));
  if (missing.length > 0) throw violation('csv', 'import.columnsMissing', { columns: missing.join(', ') });
  if (rows.length > mostRows) throw violation('csv', 'import.tooLarge');
  const seen = new Map<string, number>();
  const entries: PeopleTable['entries'] = [];
  const problems: LineProblem[] = [];
  for (const { record, line } of rows) {
    const { entry, problem } = entryOf(record, line, columns, language);
    const before = entry && seen.get(entry.email.toLowerCase());
    if (problem) problems.push(problem);
    else if (entry && before)
      problems.push({ ...shownOf(entry, 'email'), line, key: 'import.twice', values: { line: before } });
    else if (entry) {
      seen.set(entry.email.toLowerCase(), line);
      entries.push({ ...entry, line });
    }
  }
  return { columns, rows: rows.length, entries, problems };
}

interface Line {
  record: string[];
  line: number;
}

/** Parses the lines with the separator that yields the most known columns. */
function recordsOf(csv: string): Line[] {
  // The first line may tell spreadsheets which separator the file uses, such as `sep=;`.
  const text = csv.replace(/^(\uFEFF?)sep=.\r?\n/i, '$1\n');
  const known = (delimiter: string) =>
    columnsOf(parsed(text, delimiter, 1)[0]?.record ?? []).filter(({ field }) => field).length;
  const [delimiter = ';'] = [';', ',', '\t'].toSorted((one, other) => known(other) - known(one));
  return parsed(text, delimiter);
}

function parsed(text: string, delimiter: string, to?: number): Line[] {
  try {
    const found = parse(text, {
      bom: true,
      delimiter,
      info: true,
      // Files combined from two systems may have mixed line endings.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      ...(to ? { to } : {}),
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return found.map(({ record, info }) => ({ record, line: info.lines }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw violation('csv', 'import.unreadable', { line: Number(error.lines ?? 1) });
  }
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

/** Returns the field for each column. If several columns have the name of the same field, the first is used. */
function columnsOf(headers: string[]): PeopleTable['columns'] {
  const taken = new Set<Field>();
  return headers.map((header) => {
    const field = fields.find((one) => !taken.has(one) && spellings[one].split(' ').includes(plain(header)));
    if (field) taken.add(field);
    return { header, field: field ?? null };
  });
}

const checks = {
  givenName: requiredText(100),
  surname: requiredText(100),
  email,
  team: z.nullable(NewTeam.shape.name),
  department: z.nullable(requiredText(100)),
  location: z.nullable(requiredText(100)),
};

function entryOf(
  record: string[],
  line: number,
  columns: PeopleTable['columns'],
  fallback: Language,
): { entry?: Entry; problem?: LineProblem } {
  const written = (field: Field) =>
    record[columns.findIndex((column) => column.field === field)]?.trim() ?? '';
  const all = Object.fromEntries(fields.map((field) => [field, written(field)])) as Record<Field, string>;
  if (record.slice(columns.length).some(Boolean))
    return { problem: { ...shownOf(all, null), line, key: 'import.columnsTooMany' } };
  const language = languageOf(written('language'), fallback);
  if (!language) return { problem: { ...shownOf(all, 'language'), line, key: 'language.unknown' } };
  const parts = {
    givenName: written('givenName'),
    surname: written('surname'),
    email: written('email'),
    team: written('team') || null,
    department: written('department') || null,
    location: written('location') || null,
  };
  for (const [field, check] of Object.entries(checks)) {
    const value = parts[field as keyof typeof checks];
    const isStorable = value === null || !value.includes('\0');
    const { error } = z.safeParse(check as z.ZodMiniType, value);
    const issue = isStorable ? error?.issues[0] : {};
    if (issue) return { problem: { ...shownOf(all, field as Field), line, ...complaintOf(issue) } };
  }
  return { entry: { ...parts, language } };
}

/**
 * The maximum length of a displayed value, long enough to recognise the cell. A cell may contain a whole column by
 * mistake.
 */
const mostShown = 100;

/** Returns the person and the value to show for an invalid row, to help organisers correct the table. */
export function shownOf(
  line: Record<Field, string | null>,
  field: Field | null,
): Pick<LineProblem, 'field' | 'person' | 'value'> {
  const name = `${line.givenName ?? ''} ${line.surname ?? ''}`.trim();
  const shown = (text: string | null) => (text ?? '').replaceAll('\0', '').slice(0, mostShown);
  return { field, person: shown(name || line.email), value: field ? shown(line[field]) : '' };
}

/**
 * Returns the language for a language code, with or without a region, or for a language name. Returns `fallback` for an
 * empty text.
 */
function languageOf(text: string, fallback: Language): Language | undefined {
  if (text === '') return fallback;
  const name = plain(text.replace(/[-_].*$/, ''));
  return languages.find((language) => languageSpellings[language].split(' ').includes(name));
}
