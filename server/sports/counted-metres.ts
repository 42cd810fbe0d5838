import { type RawBuilder, sql } from 'kysely';

/**
 * Metres that the amounts of a row count by the rule of its sport, in SQL, so that writing reads the rule
 * that is in force in the same statement. The formula is that of `countedMetres` in the contract.
 * `amounts` has the columns seconds, metres and steps, one of them set; `sports` must be joined.
 */
export function countedMetres(amounts: RawBuilder<unknown>): RawBuilder<number> {
  return sql`round(sports.km_factor * coalesce(
    ${amounts}.metres,
    ${amounts}.seconds * sports.km_per_hour * 1000 / 3600,
    ${amounts}.steps * sports.metres_per_step
  ))::int`;
}
