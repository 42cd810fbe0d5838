import { type RawBuilder, sql } from 'kysely';
import type { AmountType, Source } from '../../contract/activities.ts';
import type { Db } from '../db/db.ts';
import { detailsOf } from '../db/workout-details.ts';
import { countedMetres } from '../sports/kilometres.ts';

/** SQL for what organisers see of an activity's values, given the tables `activities` and `sports`. */
interface ValuesForOrganisers {
  amountType: RawBuilder<AmountType>;
  time: RawBuilder<string | null>;
  kilometers: RawBuilder<number | null>;
  steps: RawBuilder<number | null>;
  info: RawBuilder<string | null>;
  source: RawBuilder<Source | null>;
}

const all: ValuesForOrganisers = {
  amountType: sql`amount_type`,
  time: sql`to_char(make_interval(secs => seconds), 'HH24:MI:SS')`,
  kilometers: sql`metres / 1000.0`,
  steps: sql`steps`,
  info: sql`info`,
  source: sql`source`,
};

/**
 * SQL for employer-blind mode, where every activity looks like a distance: organisers see its kilometres or, if its
 * time or steps count, the kilometres that they are worth. The value is at least one metre, as for every distance.
 */
const onlyKilometres: ValuesForOrganisers = {
  amountType: sql`'km'::text`,
  time: sql`null::text`,
  kilometers: sql`greatest(1, case amount_type when 'km' then metres else ${countedMetres(sql`activities`)} end) / 1000.0`,
  steps: sql`null::int`,
  info: sql`null::text`,
  source: sql`null::text`,
};

export const valuesForOrganisers = (db: Db): ValuesForOrganisers => (detailsOf(db) ? onlyKilometres : all);
