import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { PeriodType, RankingEntry } from '../../contract/rankings.ts';
import type { SportType } from '../../contract/sports.ts';
import type { ChallengeRow } from '../challenges/challenge.ts';
import type { Context } from '../context.ts';
import type { Iris } from '../kit/iris.ts';
import { platformTimeZone } from '../kit/platform-day.ts';
import { notFound } from '../kit/problem-error.ts';
import { type NamedRow, type Person, personReference, sortName } from '../people/person.ts';

/** A board and its first and last day, which are null for the all-time board. */
export interface Board {
  key: string;
  startsAt: string | null;
  endsAt: string | null;
}

/**
 * Returns the board of a period. Weeks (from Monday) and months are relative to today in the current challenge's time
 * zone, shifted by `periodModifier`. `readCurrent` reads the current challenge. Throws 404 if the board of the current
 * challenge is requested and no challenge is running.
 */
export async function findBoard(
  now: Temporal.Instant,
  readCurrent: () => Promise<ChallengeRow | undefined>,
  period: { periodType: PeriodType; periodModifier: number; challenge: ChallengeRow | undefined },
): Promise<Board> {
  const { periodType, periodModifier } = period;
  if (periodType === 'all') return { key: 'all', startsAt: null, endsAt: null };
  if (periodType === 'challenge') {
    const challenge = period.challenge ?? (await readCurrent());
    if (!challenge) throw notFound();
    return { key: `challenge:${challenge.id}`, startsAt: challenge.starts_on, endsAt: challenge.ends_on };
  }
  const today = now.toZonedDateTimeISO((await readCurrent())?.time_zone ?? platformTimeZone).toPlainDate();
  return periodType === 'week' ? weekBoard(today, periodModifier) : monthBoard(today, periodModifier);
}

function weekBoard(today: Temporal.PlainDate, weeks: number): Board {
  const monday = today.add({ days: 1 - today.dayOfWeek + 7 * weeks });
  return { key: `week:${monday}`, startsAt: monday.toString(), endsAt: monday.add({ days: 6 }).toString() };
}

function monthBoard(today: Temporal.PlainDate, months: number): Board {
  const month = today.toPlainYearMonth().add({ months });
  return {
    key: `month:${month}`,
    startsAt: month.toPlainDate({ day: 1 }).toString(),
    endsAt: month.toPlainDate({ day: month.daysInMonth }).toString(),
  };
}

export type Entry = Omit<RankingEntry, '@context'>;
export type Row = NamedRow & { metres: number; rank: number };

/** The requested page of a board, with `limit` rows per page. */
export interface BoardPage {
  page: number;
  limit: number;
}

/** The rows on a page of a board, and the number of rows on all pages. */
interface Rows {
  members: Entry[];
  totalItems: number;
}

/**
 * Returns a page of a board, ordered by the displayed kilometres. Equal values share a rank and are sorted by name. The
 * query reads the index in order and stops after the last row of the page and any ties with that row, so its cost grows
 * with the page number and not with the size of the board.
 */
export async function readBoard(
  { db, iris, ranksOn, person: viewer }: Pick<Context, 'db' | 'iris' | 'ranksOn' | 'person'>,
  board: Board,
  sport: SportType | undefined,
  { page, limit }: BoardPage,
): Promise<Rows> {
  const before = (page - 1) * limit;
  const { rows } = await sql<Row>`
    select person_id, shown_given_name, shown_surname, metres, rank() over (order by hundredths desc) as rank
    from (
      select person_id, metres, hundredths from standings
      where board = ${board.key} and sport = ${sport ?? 'all'} and hundredths > 0
        and hundredths >= coalesce((
          select hundredths from standings
          where board = ${board.key} and sport = ${sport ?? 'all'}
          order by hundredths desc offset ${before + limit - 1} limit 1
        ), 0)
    ) as first
    join people on people.id = person_id
    order by hundredths desc, sort_name, person_id
    limit ${limit} offset ${before}`.execute(db);
  const isLast = rows.length < limit && (rows.length > 0 || page === 1);
  return {
    members: rows.map((row, index) => toEntry(iris, board, row, before + index, viewer)),
    totalItems: isLast ? before + rows.length : (await ranksOn(board.key, sport ?? 'all')).people,
  };
}

/**
 * Returns a page of the people on a board whose displayed name contains all of the words, with their ranks. Does not
 * search hidden names, except the viewer's own. The ranks come from memory and may be slightly older or newer than the
 * rows, because a query would have to rank the whole board.
 */
export async function searchBoard(
  { db, iris, ranksOn, person: viewer }: Pick<Context, 'db' | 'iris' | 'ranksOn' | 'person'>,
  board: Board,
  sport: SportType | undefined,
  terms: string[],
  { page, limit }: BoardPage,
): Promise<Rows> {
  const own = sortName(viewer.given_name, viewer.surname);
  const ownId = terms.every((term) => own.includes(term)) ? viewer.id : null;
  // Finds the people first. Otherwise, PostgreSQL would look up the name of everybody on the board, because it does not
  // expect that the total needs all rows.
  const reading = sql<Omit<Row, 'rank'> & { hundredths: number; total: number }>`
    with found as materialized (
      select id, shown_given_name, shown_surname, sort_name from people
      where id = ${ownId} or (shown_given_name <> '' and sort_name like all (${terms.map(containing)}::text[]))
    )
    select person_id, shown_given_name, shown_surname, metres, hundredths, count(*) over () as total
    from found join standings on person_id = id
    where board = ${board.key} and sport = ${sport ?? 'all'} and hundredths > 0
    order by hundredths desc, sort_name, person_id
    limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const [{ rows }, ranks] = await Promise.all([reading, ranksOn(board.key, sport ?? 'all')]);
  const members = rows.map((row) =>
    toEntry(iris, board, { ...row, rank: ranks.of(row.hundredths) }, 0, viewer),
  );
  return { members, totalItems: rows[0]?.total ?? 0 };
}

/** Returns the pattern that matches texts which contain these characters. */
const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

export function toEntry(iris: Iris, board: Board, row: Row, position: number, viewer: Person): Entry {
  const performer = personReference(iris, row, viewer);
  // Rows of people without a visible name need an address too. The address contains their position on the board.
  const place = performer.id === 0 ? `unnamed-${position + 1}` : row.person_id;
  return {
    '@id': iris.of(`/platform/api/stats_activities/${board.key}/${place}`),
    '@type': 'RankingEntry',
    performer,
    kilometers: row.metres / 1000,
    rank: row.rank,
  };
}
