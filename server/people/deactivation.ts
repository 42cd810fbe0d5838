import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import { ProblemError } from '../kit/problem-error.ts';
import type { Enqueue } from '../kit/queue.ts';
import { logChange } from '../management/change-log.ts';
import { type Author, changeManaged } from '../management/managed-resource.ts';
import type { AccountRemovalHooks } from './dependencies.ts';
import { mustNotBeLastOrganiser } from './last-organiser.ts';
import type { LinkMail } from './mailed-links/activation-and-reset-mail.ts';
import { managedPeople } from './managed-people.ts';
import type { Person } from './person.ts';
import { setDeactivated } from './person-correction.ts';
import { mustBeActiveInDirectory } from './provisioned-account.ts';

/**
 * Deactivates a person. Their sessions end immediately, any team that they lead gets a new captain, and new data from
 * services is ignored. Their contributions still count, but their name is hidden. Throws 404 if the person does not
 * exist, and 409 if the person is the last organiser.
 */
export function deactivatePerson(
  db: Db,
  iris: Iris,
  removalHooks: AccountRemovalHooks,
  id: number,
  reason: string | undefined,
  author: Author,
) {
  return changeManaged(
    db,
    iris,
    managedPeople,
    id,
    { action: 'deactivate', ...(reason ? { reason } : {}) },
    author,
    (tx, before) => endAccess(tx, removalHooks, before, author.now),
  );
}

/**
 * Ends a person's access, as `deactivatePerson` does. Throws 409 if the person is the last organiser. Must run in a
 * transaction.
 */
export async function endAccess(
  tx: Db,
  removalHooks: Pick<AccountRemovalHooks, 'handOverTeam' | 'endSessions'>,
  person: Pick<Person, 'id' | 'role'>,
  now: Temporal.Instant,
): Promise<void> {
  await mustNotBeLastOrganiser(tx, person);
  await removalHooks.handOverTeam(tx, person.id);
  await setDeactivated(tx, person.id, now);
  await removalHooks.endSessions(tx, person.id);
}

/**
 * Reactivates a person. Their data and contributions have been kept. Throws 404 if the person does not exist, and 409
 * if the company's directory has deactivated the person.
 */
export function reactivatePerson(db: Db, iris: Iris, id: number, reason: string | undefined, author: Author) {
  return changeManaged(
    db,
    iris,
    managedPeople,
    id,
    { action: 'reactivate', ...(reason ? { reason } : {}) },
    author,
    async (tx) => {
      await mustBeActiveInDirectory(tx, id);
      await setDeactivated(tx, id, null);
    },
  );
}

/**
 * Emails a person the link that they need to sign in, and returns the purpose of the link. Throws 404 if the person
 * does not exist, and 409 if the person is deactivated.
 */
export async function resendMail(
  db: Db,
  enqueue: Enqueue<LinkMail>,
  id: number,
  author: Author,
): Promise<{ mail: LinkMail['purpose'] }> {
  return db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom('people')
      .select(['password_hash', 'activated_at', 'deactivated_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!person) throw new ProblemError(404, 'notFound');
    if (person.deactivated_at) throw new ProblemError(409, 'personDeactivated');
    const waiting = person.password_hash === null ? 'invite' : 'activate';
    const mail = person.activated_at ? 'reset-password' : waiting;
    await enqueue(tx, { personId: id, purpose: mail });
    await logChange(tx, {
      actor: author.id,
      now: author.now,
      resource: 'people',
      resourceId: id,
      subject: id,
      action: `mail ${mail}`,
    });
    return { mail };
  });
}
