import { forbidden } from '../../kit/problem-error.ts';
import type { Person } from '../../people/person.ts';

/** The management module is for organisers and moderators. */
export const mayManage = ({ role }: Pick<Person, 'role'>): boolean => role !== 'participant';

/** Moderators manage comments, organisers everything. Throws 403 for everybody else. */
export function mustHaveRole(person: Pick<Person, 'role'> | null, as: 'moderator' | 'organiser'): void {
  if (person?.role !== 'organiser' && person?.role !== as) throw forbidden('notForYou');
}
