import type { Db } from '../db/db.ts';
import { ProblemError, violation } from '../kit/problem-error.ts';
import type { Person } from './person.ts';

/** Where a person works. */
export interface Workplace {
  department: string | null;
  location: string | null;
}

/** Sets where a person works. */
export async function setWorkplace(tx: Db, id: number, { department, location }: Workplace): Promise<void> {
  await tx.updateTable('people').set({ department, location }).where('id', '=', id).execute();
}

/** Sets a person's role without checks. */
export async function setRole(tx: Db, id: number, role: Person['role']): Promise<void> {
  await tx.updateTable('people').set({ role }).where('id', '=', id).execute();
}

/**
 * Returns whether a provisioned person is active in the directory, and the role that the directory's groups
 * gave; undefined for other people.
 */
const provisionedAs = (db: Db, id: number) =>
  db
    .selectFrom('provisioned_people')
    .select(['active', 'granted_role'])
    .where('person_id', '=', id)
    .executeTakeFirst();

/** The fields that a directory provides for the people that it provisions. */
const provided = ['givenName', 'surname', 'email'] as const;

/**
 * Throws 422 if a change affects a provisioned person's name or email address, which the directory would
 * overwrite, or a role that comes from one of the directory's groups.
 */
export async function mustNotBeProvided(
  db: Db,
  id: number,
  fields: Record<(typeof provided)[number], string> & { role?: string },
  before: Record<(typeof provided)[number], string> & { role?: string },
): Promise<void> {
  const changed = provided.find((name) => fields[name] !== before[name]);
  const isOtherRole = fields.role !== before.role;
  if (!changed && !isOtherRole) return;
  const person = await provisionedAs(db, id);
  if (changed && person) throw violation(changed, 'person.provisioned');
  if (isOtherRole && person?.granted_role) throw violation('role', 'role.fromGroup');
}

/** Throws 409 if the directory has deactivated the person, because only the directory can reactivate them. */
export async function mustBeActiveInDirectory(db: Db, id: number): Promise<void> {
  if ((await provisionedAs(db, id))?.active === false) throw new ProblemError(409, 'deactivatedByDirectory');
}
