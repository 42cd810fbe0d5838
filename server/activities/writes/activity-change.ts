import { type RawBuilder, sql } from 'kysely';

/**
 * Converts activity rows to changes for `withStandings`. A day's 24 hours include only the manual entries that count.
 */
export const changeOf = (rows: RawBuilder<unknown>, counted: 1 | -1) => sql`
  select person_id, performed_on, sport_id,
    case when source = 'manual' and counts then seconds end as seconds, counted_metres as metres,
    ${sql.lit(counted)} as counted
  from ${rows}`;

/** SQL for whether any sport in the statement's `change` rows has a daily cap. */
export const isCapped = sql<boolean>`exists (
  select from change join sports on sports.id = change.sport_id where daily_cap_metres is not null
)`;
