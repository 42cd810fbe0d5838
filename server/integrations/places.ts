import type { Db } from '../db/db.ts';
import type { Person } from '../people/person.ts';
import { isAtService } from './account-key.ts';
import type { Provider } from './providers/provider.ts';

/**
 * Returns whether other people have used up the number of connected accounts that a service allows. This person is not
 * counted, so somebody whose account is active can connect it again.
 */
export async function isFullFor(
  db: Db,
  { platform, mostPeople }: Pick<Provider, 'platform' | 'mostPeople'>,
  person: Pick<Person, 'id'>,
): Promise<boolean> {
  if (mostPeople === undefined) return false;
  const { others } = await db
    .selectFrom('connected_accounts')
    .select((eb) => eb.fn.countAll<number>().as('others'))
    .where(await isAtService(db, platform, 'id'))
    .where('dead_since', 'is', null)
    .where('person_id', '<>', person.id)
    .executeTakeFirstOrThrow();
  return Number(others) >= mostPeople;
}
