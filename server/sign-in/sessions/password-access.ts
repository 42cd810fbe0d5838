import type { Db } from '../../db/db.ts';
import { notFound, ProblemError, violation } from '../../kit/problem-error.ts';
import { isActivated } from '../../people/activated.ts';
import { lockOrganisers } from '../../people/deletion/person-removal.ts';
import { isSignInMethodAllowed } from '../../platform/settings/config.ts';

/** The configured services, which determine whether organisers can sign in by other services. */
export interface Services {
  /** How many there are. */
  amount: number;
  /** Whether an issuer of identities is one of them. */
  isIssuer(issuer: string): boolean;
}

/** Who may sign in with a password. Organisers always can if none of them could sign in otherwise. */
export async function passwordUsers(
  db: Db,
  services: Services,
): Promise<'everybody' | 'organisers' | 'nobody'> {
  if (await isSignInMethodAllowed(db, 'password')) return 'everybody';
  return (await hasLinkedOrganiser(db, services)) ? 'nobody' : 'organisers';
}

/** Throws 404 if nobody signs in with a password. Returns the check for a person who has entered the right one. */
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

/** Throws 422 on `registrationMethod` if signing in by other services only would leave no organiser able to. */
export async function mustKeepOrganiserAccess(tx: Db, services: Services): Promise<void> {
  if (services.amount === 0) throw violation('registrationMethod', 'registrationMethod.noService');
  // Nobody can be demoted or deactivated until this is decided.
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
