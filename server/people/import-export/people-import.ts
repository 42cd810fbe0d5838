import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { Db } from '../../db/db.ts';
import { todayFor } from '../../kit/platform-day.ts';
import { notFound } from '../../kit/problem-error.ts';
import type { Enqueue } from '../../kit/queue.ts';
import { logChange } from '../../management/change-log.ts';
import type { Author } from '../../management/managed-resource.ts';
import type { TaskKind } from '../../management/tasks/task.ts';
import { startLanguage } from '../../platform/settings/config.ts';
import type { TeamEntry } from '../dependencies.ts';
import type { LinkMail } from '../mailed-links/activation-and-reset-mail.ts';
import { createPeople, knownAddresses, type Newcomer } from './new-people.ts';
import { type Entry, type LineProblem, type PeopleTable, readPeopleTable, shownOf } from './people-table.ts';

export interface ImportOptions {
  invite: boolean;
  createTeams: boolean;
}

/** The preview of an import, with the people to add, the invalid rows, and the people who already have an account. */
export interface ImportReport {
  columns: PeopleTable['columns'];
  rows: number;
  entries: PeopleTable['entries'];
  bad: LineProblem[];
  known: LineProblem[];
  /** The teams that do not exist yet, with the number of people in each. */
  newTeams: { name: string; people: number }[];
}

/**
 * Reads a table of people and compares it with existing accounts, without storing anything. Throws 422 on `csv` if the
 * table cannot be read.
 */
export async function reportOf(
  db: Db,
  teams: TeamEntry,
  csv: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const { columns, rows, entries, problems } = readPeopleTable(csv, await startLanguage(db, undefined));
  const known = await knownAddresses(
    db,
    entries.map(({ email }) => email),
  );
  const names = [...new Set(entries.flatMap(({ team }) => team ?? []))];
  const noTeams = await teams.unknownTeams(db, names);
  type Line = PeopleTable['entries'][number];
  const isKnown = ({ email }: Line) => known.has(email.toLowerCase());
  const ofNewTeams = entries.filter(
    (entry) => !isKnown(entry) && entry.team !== null && noTeams.has(entry.team),
  );
  const teamless = options.createTeams ? [] : ofNewTeams;
  return {
    columns,
    rows,
    entries: entries.filter((entry) => !isKnown(entry) && !teamless.includes(entry)),
    bad: [
      ...problems,
      ...teamless.map((entry) => ({
        ...shownOf(entry, 'team'),
        line: entry.line,
        key: 'import.teamUnknown',
      })),
    ].sort((one, other) => one.line - other.line),
    known: entries
      .filter(isKnown)
      .map((entry) => ({ ...shownOf(entry, 'email'), line: entry.line, key: 'email.taken' })),
    newTeams: countedTeams(ofNewTeams.flatMap(({ team }) => team ?? [])),
  };
}

/** Counts how often each name occurs, ignoring case. Keeps the first spelling. */
function countedTeams(names: string[]): ImportReport['newTeams'] {
  const teams = new Map<string, { name: string; people: number }>();
  for (const name of names) {
    const team = teams.get(name.toLowerCase()) ?? { name, people: 0 };
    teams.set(name.toLowerCase(), { ...team, people: team.people + 1 });
  }
  return [...teams.values()];
}

/** All problems that have the same reason in the same column. */
export interface Mistake extends Pick<LineProblem, 'field' | 'key' | 'values'> {
  amount: number;
  lines: Pick<LineProblem, 'line' | 'person' | 'value'>[];
}

/** The maximum number of lines shown per mistake. Nobody checks more, and the full list is available separately. */
const mostLinesShown = 10;

/**
 * Groups problems by column and reason, in order of appearance. Unknown teams come last, because an option can create
 * them.
 */
export function mistakesIn(bad: LineProblem[]): Mistake[] {
  const byReason = Map.groupBy(bad, ({ field, key, values }) => JSON.stringify([field, key, values]));
  const mistakes = [...byReason.values()].map((same) => {
    const { line: _line, person: _person, value: _value, ...reason } = same[0] as LineProblem;
    const lines = same.slice(0, mostLinesShown).map(({ line, person, value }) => ({ line, person, value }));
    return { ...reason, amount: same.length, lines };
  });
  const isLast = ({ key }: Mistake) => Number(key === 'import.teamUnknown');
  return mistakes.sort((one, other) => isLast(one) - isLast(other));
}

/** Stores a report's valid rows for the import task, and returns the id of the import. Must run in a transaction. */
export async function keepForImport(
  tx: Db,
  entries: Entry[],
  options: ImportOptions,
  { id, now }: Author,
): Promise<number> {
  const kept = await tx
    .insertInto('people_imports')
    .values({
      entries: JSON.stringify(entries),
      options: JSON.stringify(options),
      asked_by: id,
      created_at: now.toString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await logChange(tx, {
    actor: id,
    now,
    resource: 'people-imports',
    resourceId: kept.id,
    action: 'create',
    after: { people: entries.length, ...options },
  });
  return kept.id;
}

/** The number of people per step, small enough that no step blocks people who sign up or log activities. */
const batch = 250;

/**
 * Adds an import's people, one batch per step, and deletes the stored rows after the last batch. People who have signed
 * up in the meantime are left unchanged.
 */
export const importPeople = (
  invite: Enqueue<LinkMail>,
  teams: TeamEntry,
): TaskKind<{ importId: number }, { from: number }> => ({
  name: 'import-people',
  input: z.object({ importId: z.int() }),
  async step(tx, { importId }, cursor, now) {
    const from = cursor?.from ?? 0;
    const kept = await tx
      .selectFrom('people_imports')
      .select(['entries', 'options'])
      .where('id', '=', importId)
      .executeTakeFirst();
    if (!kept) throw notFound();
    const { entries, options } = kept;
    const some = entries.slice(from, from + batch);
    await bringIn(tx, some, options, now, invite, teams);
    const next = from + some.length;
    if (next < entries.length) return { cursor: { from: next }, done: some.length, total: entries.length };
    await tx.deleteFrom('people_imports').where('id', '=', importId).execute();
    return { cursor: undefined, done: some.length, total: entries.length, result: { people: next } };
  },
});

async function bringIn(
  tx: Db,
  entries: (Newcomer & Pick<Entry, 'team'>)[],
  { invite: invites }: ImportOptions,
  now: Temporal.Instant,
  invite: Enqueue<LinkMail>,
  teams: TeamEntry,
): Promise<void> {
  const ids = await createPeople(tx, entries, now);
  const members = entries.flatMap(({ email, team }) => {
    const personId = ids.get(email.toLowerCase());
    return team !== null && personId !== undefined ? [{ personId, team }] : [];
  });
  await teams.addNewMembers(tx, members, { now, today: todayFor(now, undefined) });
  if (invites) for (const personId of ids.values()) await invite(tx, { personId, purpose: 'invite' });
}
