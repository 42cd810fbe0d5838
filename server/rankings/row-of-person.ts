import { sql } from 'kysely';
import type { SportType } from '../../contract/sports.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import { isNamed } from '../people/person.ts';
import type { PersonReader, PersonRow } from '../people/person-info.ts';
import { type Board, type Entry, toEntry } from './leaderboard.ts';
import { readTeamBoard, type TeamEntry } from './team-ranking.ts';

/** The maximum number of people with the same rank whose names are taken from memory to find the first of them. */
const mostFromMemory = 10;

/**
 * Returns the row of one person on a board, in an array, and the row ranked just above it, which is null if the person
 * is first. Returns an empty array and null if the person has no kilometres on the board or their name is hidden from
 * the viewer. If several people share the next better rank, the row ahead is the one whose name comes first, with
 * unnamed people last.
 */
export async function readPlace(
  { db, iris, ranksOn, person: viewer }: Pick<Context, 'db' | 'iris' | 'ranksOn' | 'person'>,
  readPerson: PersonReader,
  board: Board,
  { sport, personId }: { sport: string; personId: number },
): Promise<{ members: Entry[]; ahead: Entry | null }> {
  const ranks = await ranksOn(board.key, sport);
  // Both are taken before the names, because scores may change in the meantime.
  const [own, ahead] = [ranks.ofPerson(personId), ranks.aheadOf(personId)];
  if (own.rank === null) return { members: [], ahead: null };
  const [person, first] = await Promise.all([
    readPerson(personId),
    firstByName(
      db,
      readPerson,
      ahead.people.map(({ id }) => id),
    ),
  ]);
  if (!person || (personId !== viewer.id && !isNamed(person))) return { members: [], ahead: null };
  const entryOf = (named: PersonRow, metres: number, rank: number) => {
    const row = { ...named, person_id: named.id, metres, rank };
    // The profile is newer than what is known about the signed-in person.
    return toEntry(iris, board, row, rank - 1, named.id === viewer.id ? named : viewer);
  };
  const metresAhead = ahead.people.find(({ id }) => id === first?.id)?.metres ?? 0;
  return {
    members: [entryOf(person, own.metres, own.rank)],
    ahead: first ? entryOf(first, metresAhead, ahead.rank) : null,
  };
}

/** Returns the person whose name comes first, with unnamed people last; undefined if none of them exists any more. */
async function firstByName(db: Db, readPerson: PersonReader, ids: number[]): Promise<PersonRow | undefined> {
  if (ids.length > mostFromMemory) {
    const { rows } = await sql<{ id: number }>`
      select id from people where id = any(${ids}::int[])
      order by shown_given_name = '', sort_name, id limit 1`.execute(db);
    return rows[0] && readPerson(rows[0].id);
  }
  const people = await Promise.all(ids.map(readPerson));
  return people.filter((person) => person !== undefined).sort(byName)[0];
}

/** Orders people like the database: names are compared as bytes. */
const byName = (one: PersonRow, other: PersonRow): number =>
  Number(isNamed(other)) - Number(isNamed(one)) ||
  Buffer.compare(Buffer.from(one.sort_name), Buffer.from(other.sort_name)) ||
  one.id - other.id;

/**
 * Returns the row ranked just above a team's own row, or null if the team is first. Reads the whole board, which is
 * fast because there are few teams.
 */
export async function readTeamAhead(
  db: Db,
  iris: Iris,
  board: Board,
  sport: SportType | undefined,
  own: TeamEntry,
): Promise<TeamEntry | null> {
  if (own.rank === 1) return null;
  const { members } = await readTeamBoard(db, iris, board, sport, { limit: 2000, teamUuid: undefined });
  const before = members.filter(({ rank }) => rank < own.rank);
  return before.find(({ rank }) => rank === before.at(-1)?.rank) ?? null;
}
