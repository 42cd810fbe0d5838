import { sql } from 'kysely';
import type { SportType } from '../../contract/sports.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import { isNamed, type Person } from '../people/person.ts';
import { type Board, type Entry, type Row, toEntry } from './leaderboard.ts';
import { readTeamBoard, type TeamEntry } from './team-ranking.ts';

/**
 * Returns the row of one person on a board, in an array. Returns an empty array if the person has no kilometres on the
 * board or their name is hidden from the viewer.
 */
export async function readPlace(
  db: Db,
  iris: Iris,
  board: Board,
  sport: SportType | undefined,
  personId: number,
  viewer: Person,
): Promise<Entry[]> {
  const { rows } = await sql<Row>`
    select mine.person_id, shown_given_name, shown_surname, mine.metres, (
      select 1 + count(*) from standings better
      where better.board = mine.board and better.sport = mine.sport and better.hundredths > mine.hundredths
    ) as rank
    from standings mine join people on people.id = mine.person_id
    where mine.board = ${board.key} and mine.sport = ${sport ?? 'all'}
      and mine.person_id = ${personId} and mine.hundredths > 0`.execute(db);
  return rows
    .filter((row) => row.person_id === viewer.id || isNamed(row))
    .map((row, position) => toEntry(iris, board, row, position, viewer));
}

/**
 * Returns the row ranked just above a person's own row, or null if the person is first. If several people share the
 * next better rank, returns the person whose name comes first, with unnamed people last.
 */
export async function readPlaceAhead(
  db: Db,
  iris: Iris,
  board: Board,
  sport: SportType | undefined,
  own: Entry,
  viewer: Person,
): Promise<Entry | null> {
  if (own.rank === 1) return null;
  const { rows } = await sql<Row>`
    select ahead.person_id, shown_given_name, shown_surname, ahead.metres, (
      select 1 + count(*) from standings better
      where better.board = ahead.board and better.sport = ahead.sport and better.hundredths > ahead.hundredths
    ) as rank
    from (
      select * from standings
      where board = ${board.key} and sport = ${sport ?? 'all'} 
        and hundredths > (${Math.round(own.kilometers * 1000)}::bigint + 5) / 10
      order by hundredths
      fetch first row with ties
    ) as ahead
    join people on people.id = person_id
    order by shown_given_name = '', sort_name, person_id
    limit 1`.execute(db);
  const [row] = rows;
  return row ? toEntry(iris, board, row, row.rank - 1, viewer) : null;
}

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
