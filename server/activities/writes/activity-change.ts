import { type RawBuilder, sql } from 'kysely';

/**
 * Returns SQL that converts activity rows to changes for `withStandings`. Seconds are set only for manual entries that
 * count, because only those use up the 24 hours of a day.
 */
export const changeOf = (rows: RawBuilder<unknown>, counted: 1 | -1) => sql`
  select person_id, performed_on, sport_id,
    case when source = 'manual' and counts then seconds end as seconds, counted_metres as metres,
    ${sql.lit(counted)} as counted
  from ${rows}`;

/** SQL that says whether any sport in the statement's `change` rows has a daily cap. */
export const isCapped = sql<boolean>`exists (
  select from change join sports on sports.id = change.sport_id where daily_cap_metres is not null
)`;
