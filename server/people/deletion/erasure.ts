import type { erasureReasons } from '../../../contract/managed/people.ts';
import type { Db } from '../../db/db.ts';
import type { Visit } from '../../kit/client-info.ts';
import { platformTimeZone } from '../../kit/platform-day.ts';
import { notFound, ProblemError, violation } from '../../kit/problem-error.ts';
import { logChange } from '../../management/change-log.ts';
import type { Author } from '../../management/managed-resource.ts';
import { logSecurityEvent } from '../../management/security-log/security-log.ts';
import type { AccountRemovalHooks } from '../dependencies.ts';
import type { Person } from '../person.ts';
import { removeAccount, withRetry } from './account-removal.ts';

/** Who erases a person, from which network address and browser, and why. */
export interface ErasureRequest {
  author: Author;
  visit: Visit;
  reason: (typeof erasureReasons)[number];
}

/**
 * Erases a person, just as if they had deleted their own account. Adds an entry that does not name the person to the
 * change log and the security log. If `name` is given, it must be the person's name. Throws 404 for an unknown person,
 * 409 for the last organiser and for the author's own account, and 422 for a wrong name. Returns the errors that
 * occurred while disconnecting services.
 */
export async function erasePerson(
  db: Db,
  removalHooks: AccountRemovalHooks,
  id: number,
  { author, visit, reason }: ErasureRequest,
  name?: string,
): Promise<unknown[]> {
  const person = await personOf(db, id);
  if (id === author.id) throw new ProblemError(409, 'ownAccount');
  if (name !== undefined && !isNameOf(person, name)) throw violation('name', 'erasure.otherName');
  const revoke = await removalHooks.revocation(db, id);
  const today = author.now.toZonedDateTimeISO(platformTimeZone).toPlainDate();
  await withRetry(db, (tx) =>
    removeAccount(tx, removalHooks, person, today, async (locked) => {
      await mustExist(locked, author.id);
      const [actor, now] = [author.id, author.now];
      await logChange(locked, {
        ...{ actor, now, resource: 'people', resourceId: id },
        action: 'erase',
        reason,
      });
      const event = { kind: 'account-erased', detail: reason, personId: null, actorId: actor } as const;
      await logSecurityEvent(locked, event, visit, now);
    }),
  ).catch(async (error) => {
    // An account was deleted concurrently: 404 if it was the person's, 401 if it was the author's.
    if (error instanceof ProblemError && error.status === 401) await personOf(db, id);
    throw error;
  });
  return revoke();
}

async function personOf(db: Db, id: number): Promise<Person> {
  const person = await db
    .selectFrom('people')
    .select(['id', 'email', 'given_name', 'surname', 'name_shown', 'language', 'role'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!person) throw notFound();
  return person;
}

const plain = (name: string) => name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

const isNameOf = ({ given_name, surname }: Person, name: string) =>
  plain(name) === plain(`${given_name} ${surname}`);

/** Throws if the author was deleted concurrently, so that if two organisers erase each other, only one succeeds. */
async function mustExist(tx: Db, id: number): Promise<void> {
  const found = await tx
    .selectFrom('people')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  if (!found) throw new ProblemError(401, 'signedOut');
}
