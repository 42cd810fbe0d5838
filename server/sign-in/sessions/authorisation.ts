import type { ManagementRole } from '../../../contract/roles.ts';
import type { Db } from '../../db/db.ts';
import type { Person } from '../../people/person.ts';
import { mustHaveSecondFactor } from '../second-factor/second-factor.ts';
import { mustHaveRole } from './access.ts';

/**
 * Checks that a person may manage the platform in the given role. Throws 403 for people without that role, and for
 * people who must set up two-factor authentication first.
 */
export async function authorise(db: Db, person: Person | null, as: ManagementRole): Promise<void> {
  mustHaveRole(person, as);
  if (person) await mustHaveSecondFactor(db, person);
}
