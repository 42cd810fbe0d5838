import { sql } from 'kysely';
import type { Db } from '../server/db/db.ts';

/** Counts the values on boards that differ from the sums of activities. */
export async function differences(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with sums as (
      select board, sport, person_id, count(*) as activities, sum(counted_metres) as metres
      from activities join sports on sports.id = sport_id
      cross join lateral (
        select 'all' as board
        union all select 'week:' || to_char(date_trunc('week', performed_on::timestamp), 'YYYY-MM-DD')
        union all select 'month:' || to_char(performed_on, 'YYYY-MM')
        union all select 'challenge:' || challenges.id from challenges where performed_on between starts_on and ends_on
      ) as boards
      cross join lateral (values ('all'), (nullif(type, 'other'))) as kinds (sport)
      group by 1, 2, 3
    )
    select count(*) as count from sums full join standings using (board, sport, person_id)
    where sums.metres is distinct from standings.metres or sums.activities is distinct from standings.activities`.execute(
    db,
  );
  const totals = await sql<{ count: number }>`
    select count(*) as count
    from (select board, sum(metres) as metres from board_totals group by 1) as totals
    full join (select board, sum(metres) as metres from standings where sport = 'all' group by 1) as sums using (board)
    where (board = 'all' or board like 'challenge:%') and totals.metres is distinct from sums.metres`.execute(
    db,
  );
  return (rows[0]?.count ?? 0) + (totals.rows[0]?.count ?? 0);
}
