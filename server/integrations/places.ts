import type { Db } from '../db/db.ts';
import type { Person } from '../people/person.ts';
import type { Provider } from './providers/provider.ts';

/**
 * Whether a service lets this platform connect no more people, because as many others have connected it as the service
 * allows. A person who has connected it can always connect again.
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
    .where('platform', '=', platform)
    .where('dead_since', 'is', null)
    .where('person_id', '<>', person.id)
    .executeTakeFirstOrThrow();
  return Number(others) >= mostPeople;
}
