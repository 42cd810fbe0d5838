import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';

/** A participant and their last challenge. */
export interface LastChallenge {
  personId: number;
  challengeId: number;
  endsOn: string;
  warnedOn: Temporal.Instant | null;
  /** The day announced in the warning email; null if no email was sent. */
  anonymiseOn: string | null;
}

/**
 * Returns the participants whose last challenge ended on `endedBy` (`YYYY-MM-DD`) or earlier, grace period included.
 * With `personId`, returns at most that participant. A person takes part in a challenge by logging an activity in it or
 * by signing up while it is running. People who have not logged an activity in any challenge also take part in the
 * first challenge that begins after they sign up. Organisers and moderators are never included.
 */
export async function inactiveParticipants(
  db: Db,
  endedBy: string,
  now: Temporal.Instant,
  personId?: number,
): Promise<LastChallenge[]> {
  const { rows } = await sql<LastChallenge>`
    with theirs as (
      select distinct on (people.id) people.id as person_id, challenges.id as challenge_id, ends_on, closes_at
      from people
      join challenges on exists (
          select from activities
          where person_id = people.id and performed_on between starts_on and ends_on
        )
        or (people.created_at at time zone time_zone)::date between starts_on and ends_on
        or (
          challenges.id = (
            select next.id from challenges next
            where next.starts_on > (people.created_at at time zone next.time_zone)::date
            order by next.starts_on, next.id limit 1
          )
          and not exists (
            select from activities
            join challenges logged on performed_on between logged.starts_on and logged.ends_on
            where person_id = people.id
          )
        )
      where role = 'participant' and (${personId ?? null}::int is null or people.id = ${personId ?? null})
      order by people.id, ends_on desc, closes_at desc
    )
    select theirs.person_id as "personId", challenge_id as "challengeId", ends_on as "endsOn",
      warned_at as "warnedOn", anonymise_on as "anonymiseOn"
    from theirs left join anonymisation_warnings on anonymisation_warnings.person_id = theirs.person_id
    where ends_on <= ${endedBy}::date and closes_at <= ${now.toString()}
    order by theirs.person_id`.execute(db);
  return rows;
}
