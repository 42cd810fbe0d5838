import { sql } from 'kysely';
import type { SportType } from '../../contract/sports.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/db.ts';
import { batchedReads } from '../kit/batched-reads.ts';
import type { Iris } from '../kit/iris.ts';
import { isNamed } from '../people/person.ts';
import { type Board, type Entry, type Row, toEntry } from './leaderboard.ts';
import { readTeamBoard, type TeamEntry } from './team-ranking.ts';

/** The parts of a request's context that are needed to show a row. */
type Ranking = Pick<Context, 'iris' | 'ranksOn' | 'person'>;

type ScoreRow = Omit<Row, 'rank'> & { hundredths: number };

/** A person on a board of all sports or of a sport type. */
interface Place {
  board: string;
  sport: string;
  personId: number;
}

/** The row of a person, and the row ranked just above it, which is null if the person is first. */
interface Neighbours {
  own: ScoreRow;
  ahead: ScoreRow | null;
}

/** Reads the row of a person on a board and the row above it; undefined if the person has no kilometres on the board. */
export type NeighboursReader = (place: Place) => Promise<Neighbours | undefined>;

/**
 * Returns a function that reads people's rows, many with one statement. If several people share the next better rank,
 * the row ahead is the one whose name comes first, with unnamed people last.
 */
export const neighboursReader = (db: Db): NeighboursReader =>
  batchedReads(async (places) => {
    const columns = {
      boards: places.map(({ board }) => board),
      sports: places.map(({ sport }) => sport),
      ids: places.map(({ personId }) => personId),
    };
    const { rows } = await sql<{ nth: number; own: ScoreRow; ahead: ScoreRow | null }>`
      select nth, to_jsonb(own) as own, to_jsonb(ahead) as ahead
      from unnest(${columns.boards}::text[], ${columns.sports}::text[], ${columns.ids}::int[])
        with ordinality as place (board, sport, id, nth)
      cross join lateral (
        select person_id, shown_given_name, shown_surname, metres, hundredths
        from standings join people on people.id = person_id
        where board = place.board and sport = place.sport and person_id = place.id and hundredths > 0
      ) as own
      left join lateral (
        select person_id, shown_given_name, shown_surname, metres, hundredths
        from standings join people on people.id = person_id
        where board = place.board and sport = place.sport and hundredths = (
          select min(hundredths) from standings
          where board = place.board and sport = place.sport and hundredths > own.hundredths
        )
        order by shown_given_name = '', sort_name, person_id
        limit 1
      ) as ahead on true`.execute(db);
    const found = new Map(rows.map((row) => [row.nth, row]));
    return places.map((_, index) => found.get(index + 1));
  });

/**
 * Returns the row of one person on a board, in an array, and the row ranked just above it, which is null if the person
 * is first. Returns an empty array and null if the person has no kilometres on the board or their name is hidden from
 * the viewer.
 */
export async function readPlace(
  { iris, ranksOn, person: viewer }: Ranking,
  read: NeighboursReader,
  board: Board,
  { sport, personId }: Omit<Place, 'board'>,
): Promise<{ members: Entry[]; ahead: Entry | null }> {
  const [rows, ranks] = await Promise.all([
    read({ board: board.key, sport, personId }),
    ranksOn(board.key, sport),
  ]);
  if (!rows || (personId !== viewer.id && !isNamed(rows.own))) return { members: [], ahead: null };
  const { own, ahead } = rows;
  const ranked = (row: ScoreRow) => ({ ...row, rank: ranks.of(row.hundredths) });
  const [ownRow, rowAhead] = [ranked(own), ahead && ranked(ahead)];
  return {
    members: [toEntry(iris, board, ownRow, 0, viewer)],
    // The ranks may be slightly older than the rows.
    ahead: rowAhead && ownRow.rank > 1 ? toEntry(iris, board, rowAhead, rowAhead.rank - 1, viewer) : null,
  };
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
