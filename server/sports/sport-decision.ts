import type { KilometreRule } from '../../contract/kilometres.ts';
import type { Db } from '../db/db.ts';
import { typeKey } from './sport-mapping.ts';

/** Approves a sport with the rule that it counts by. Says whether there is one. */
export async function approve(tx: Db, sportId: number, rule: KilometreRule): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sports')
    .set({
      approved: true,
      km_factor: rule.kmFactor,
      km_per_hour: rule.kmPerHour,
      metres_per_step: rule.metresPerStep,
    })
    .where('id', '=', sportId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Says which sport a source's type stands for from now on. */
export async function mapType(tx: Db, source: string, sportType: string, sportId: number): Promise<void> {
  await tx
    .insertInto('sport_mappings')
    .values({ source, sport_type: typeKey(sportType), sport_id: sportId })
    .onConflict((conflict) => conflict.columns(['source', 'sport_type']).doUpdateSet({ sport_id: sportId }))
    .execute();
}
