import type { Db } from '../../db/db.ts';
import { notFound, ProblemError, violation } from '../../kit/problem-error.ts';
import { isActivated } from '../../people/activated.ts';
import { lockOrganisers } from '../../people/last-organiser.ts';
import { isSignInMethodAllowed } from '../../platform/settings/config.ts';

/** The configured identity providers, which determine whether organisers can sign in without a password. */
export interface Services {
  /** The number of configured providers. */
  amount: number;
  /** Returns whether an issuer of identities belongs to a configured provider. */
  isIssuer(issuer: string): boolean;
}

/** Returns who may sign in with a password. Organisers always may if no organiser could sign in otherwise. */
export async function passwordUsers(
  db: Db,
  services: Services,
): Promise<'everybody' | 'organisers' | 'nobody'> {
  if (await isSignInMethodAllowed(db, 'password')) return 'everybody';
  return (await hasLinkedOrganiser(db, services)) ? 'nobody' : 'organisers';
}

/**
 * Throws 404 if nobody may sign in with a password. Returns a check to run for a person who has entered the right
 * password.
 */
export async function passwordAccess(
  db: Db,
  services: Services,
): Promise<(person: { id: number }) => Promise<void>> {
  const users = await passwordUsers(db, services);
  if (users === 'nobody') throw notFound();
  return async ({ id }) => {
    if (users === 'everybody') return;
    const { role } = await db
      .selectFrom('people')
      .select('role')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (role !== 'organiser') throw new ProblemError(403, 'passwordsOfOrganisers');
  };
}

/**
 * Throws 422 on `registrationMethod` if no organiser could sign in when only identity providers are allowed.
 */
export async function mustKeepOrganiserAccess(tx: Db, services: Services): Promise<void> {
  if (services.amount === 0) throw violation('registrationMethod', 'registrationMethod.noService');
  // The lock prevents demotions and deactivations until the transaction ends.
  await lockOrganisers(tx);
  if (!(await hasLinkedOrganiser(tx, services)))
    throw violation('registrationMethod', 'registrationMethod.noOrganiser');
}

async function hasLinkedOrganiser(db: Db, { isIssuer }: Services): Promise<boolean> {
  const identities = await db
    .selectFrom('identities')
    .innerJoin('people', 'people.id', 'person_id')
    .select('issuer')
    .distinct()
    .where('role', '=', 'organiser')
    .where(isActivated())
    .where('deactivated_at', 'is', null)
    .execute();
  return identities.some(({ issuer }) => isIssuer(issuer));
}
