import { sql } from 'kysely';
import type { SportType } from '../../contract/sports.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import { isNamed } from '../people/person.ts';
import { type Board, type Entry, type Row, toEntry } from './leaderboard.ts';
import { readTeamBoard, type TeamEntry } from './team-ranking.ts';

/** The parts of a request's context that are needed to read a row. */
type Ranking = Pick<Context, 'db' | 'iris' | 'rankOf' | 'person'>;

type ScoreRow = Omit<Row, 'rank'> & { hundredths: number };

/**
 * Returns the row of one person on a board, in an array. Returns an empty array if the person has no kilometres on the
 * board or their name is hidden from the viewer.
 */
export async function readPlace(
  { db, iris, rankOf, person: viewer }: Ranking,
  board: Board,
  sport: string,
  personId: number,
): Promise<Entry[]> {
  const { rows } = await sql<ScoreRow>`
    select person_id, shown_given_name, shown_surname, metres, hundredths
    from standings join people on people.id = person_id
    where board = ${board.key} and sport = ${sport} and person_id = ${personId} and hundredths > 0`.execute(
    db,
  );
  const [row] = rows;
  if (!row || (personId !== viewer.id && !isNamed(row))) return [];
  const rank = await rankOf(board.key, sport, row.hundredths);
  return [toEntry(iris, board, { ...row, rank }, 0, viewer)];
}

/**
 * Returns the row ranked just above a person's own row, or null if the person is first. If several people share the
 * next better rank, returns the person whose name comes first, with unnamed people last.
 */
export async function readPlaceAhead(
  { db, iris, rankOf, person: viewer }: Ranking,
  board: Board,
  sport: string,
  own: Entry,
): Promise<Entry | null> {
  if (own.rank === 1) return null;
  const { rows } = await sql<ScoreRow>`
    select person_id, shown_given_name, shown_surname, metres, hundredths
    from standings join people on people.id = person_id
    where board = ${board.key} and sport = ${sport} and hundredths = (
      select min(hundredths) from standings
      where board = ${board.key} and sport = ${sport}
        and hundredths > (${Math.round(own.kilometers * 1000)}::bigint + 5) / 10
    )
    order by shown_given_name = '', sort_name, person_id
    limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const rank = await rankOf(board.key, sport, row.hundredths);
  return toEntry(iris, board, { ...row, rank }, rank - 1, viewer);
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
