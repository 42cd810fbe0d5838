import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** The contribution of one person, or of all deleted accounts combined, in one sport for one team. */
export interface Sum {
  /** The sport's id as a string. */
  sport: string;
  /** The team's id as a string; empty if there is no team. */
  team: string;
  /** The person's id; null for deleted accounts. */
  person: number | null;
  /** Where the person works now; null if that is unknown. */
  department: string | null;
  location: string | null;
  metres: number;
}

/** Returns all contributions between two days (`YYYY-MM-DD`, both included), by sport, team and person. */
export async function addedUp(db: Db, from: string, until: string): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select sport_id::text as sport, coalesce(team_id::text, '') as team, activities.person_id as person,
      department, location, sum(counted_metres)::bigint as metres
    from activities
    join people on people.id = activities.person_id
    left join team_memberships on team_memberships.person_id = activities.person_id
      and performed_on between from_day and coalesce(until_day, 'infinity')
    where performed_on between ${from} and ${until} and counts
    group by 1, 2, 3, 4, 5
    union all
    select sport_id::text, coalesce(team_id::text, ''), null, null, null, sum(metres)::bigint
    from anonymous_sums where day between ${from} and ${until} group by 1, 2`.execute(db);
  return rows;
}
