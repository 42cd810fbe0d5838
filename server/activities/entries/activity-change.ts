import { type RawBuilder, sql } from 'kysely';

/**
 * Rows of activities as `withStandings` wants them. Only time that was typed in, and that its owner has not set not
 * to count, fills a day's 24 hours.
 */
export const changeOf = (rows: RawBuilder<unknown>, counted: 1 | -1) => sql`
  select person_id, performed_on, sport_id,
    case when source = 'manual' and counts then seconds end as seconds, counted_metres as metres,
    ${sql.lit(counted)} as counted
  from ${rows}`;

/** Whether one of the sports that a statement's part `change` names counts no more a day than its rule allows. */
export const isCapped = sql<boolean>`exists (
  select from change join sports on sports.id = change.sport_id where daily_cap_metres is not null
)`;
