import type { Db } from '../db/db.ts';
import { typeKey } from './sport-mapping.ts';

/** Makes a sport available to people. The sport's rule is set separately. */
export async function approve(tx: Db, sportId: number): Promise<void> {
  await tx.updateTable('sports').set({ approved: true }).where('id', '=', sportId).execute();
}

/** Maps a source's sport name to a sport from now on, and removes the name from the list of unknown names. */
export async function mapType(tx: Db, source: string, sportType: string, sportId: number): Promise<void> {
  await tx
    .insertInto('sport_mappings')
    .values({ source, sport_type: typeKey(sportType), sport_id: sportId })
    .onConflict((conflict) => conflict.columns(['source', 'sport_type']).doUpdateSet({ sport_id: sportId }))
    .execute();
  await tx
    .deleteFrom('waiting_sport_types')
    .where('source', '=', source)
    .where('sport_type', '=', typeKey(sportType))
    .execute();
}
