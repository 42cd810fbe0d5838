import type { ManagementRole } from '../../../contract/roles.ts';
import { forbidden } from '../../kit/problem-error.ts';
import type { Person } from '../../people/person.ts';

/** Returns whether a person may use the organisers' app, which is for everybody with a role other than participant. */
export const mayManage = ({ role }: Pick<Person, 'role'>): boolean => role !== 'participant';

/** Throws 403 if a person has neither the given role nor the role of organiser, who may do everything. */
export function mustHaveRole(person: Pick<Person, 'role'> | null, as: ManagementRole): void {
  if (person?.role !== 'organiser' && person?.role !== as) throw forbidden('notForYou');
}
