import { type RawBuilder, sql } from 'kysely';

/**
 * Returns an SQL expression for a row's counted metres. Statements that write the row use it, so that they always apply
 * the current rule. The formula is the same as in `contract/kilometres.ts`. `amounts` has the columns amount_type,
 * seconds, metres and steps; `sports` must be joined. `stepsElsewhere` are steps that count in another activity.
 */
export function countedMetres(
  amounts: RawBuilder<unknown>,
  stepsElsewhere: RawBuilder<unknown> = sql`0`,
): RawBuilder<number> {
  return sql`round(sports.km_factor * case ${amounts}.amount_type
    when 'km' then ${amounts}.metres
    when 'time' then ${amounts}.seconds * sports.km_per_hour * 1000 / 3600
    else (${amounts}.steps - least(${amounts}.steps, ${stepsElsewhere})) * sports.metres_per_step
  end)::int`;
}
