import type { Db } from '../../db/db.ts';
import type { Person } from '../../people/person.ts';
import { mustHaveSecondFactor } from '../second-factor/second-factor.ts';
import { mustHaveRole } from './access.ts';

/**
 * Lets somebody look after the platform in a role. Throws 403 for whoever is not in it, and for whoever has to set up
 * the second factor first that the owner demands.
 */
export async function authorise(db: Db, person: Person | null, as: 'moderator' | 'organiser'): Promise<void> {
  mustHaveRole(person, as);
  if (person) await mustHaveSecondFactor(db, person);
}
