import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { AttemptLimit } from '../../kit/attempt-limit.ts';
import { ProblemError } from '../../kit/problem-error.ts';
import type { Enqueue, Queue } from '../../kit/queue.ts';
import { logChange } from '../../management/change-log.ts';
import type { Author } from '../../management/managed-resource.ts';
import { type LinkMail, linkMails } from './activation-and-reset-mail.ts';

/**
 * Returns the link purpose for a person who has not activated their account: an invitation to choose a password, or an
 * activation if they already have a password.
 */
const linkPurposeFor = (person: { password_hash: string | null }) =>
  person.password_hash === null ? ('invite' as const) : ('activate' as const);

/** How long an unsent email prevents another email to the same person, in minutes. */
const unsentMinutes = 10;

/**
 * Sends the invitation or activation email again to each of the given people, except those who are
 * deactivated, have activated their account or already have such an email in the queue. Returns the number of
 * emails enqueued.
 */
export function inviteAgain(
  db: Db,
  enqueue: Enqueue<LinkMail>,
  ids: number[],
  { id: actor, now }: Author,
): Promise<{ mailed: number }> {
  return db.transaction().execute(async (tx) => {
    // The row lock makes a second organiser's concurrent request wait, so that it sees the first organiser's emails.
    const people = await tx
      .selectFrom('people')
      .select(['id', 'password_hash'])
      .where(sql<boolean>`id = any(${ids}::int[])`)
      .where('activated_at', 'is', null)
      .where('deactivated_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute();
    const underWay = await tx
      .selectFrom('mails')
      .select('person_id')
      .where(sql<boolean>`person_id = any(${people.map(({ id }) => id)}::int[])`)
      .where('kind', 'in', ['invite', 'activate'])
      .where('outcome', 'is', null)
      .where('failed_tries', '=', 0)
      .where('asked_at', '>', now.subtract({ minutes: unsentMinutes }).toString() as never)
      .execute();
    const left = people.filter(({ id }) => !underWay.some(({ person_id }) => person_id === id));
    for (const person of left) {
      const purpose = linkPurposeFor(person);
      await enqueue(tx, { personId: person.id, purpose });
      await logChange(tx, {
        actor,
        now,
        resource: 'people',
        resourceId: person.id,
        subject: person.id,
        action: `mail ${purpose}`,
      });
    }
    return { mailed: left.length };
  });
}

/**
 * Sends the invitation or activation email again to the person with this address if they have not activated
 * their account, unless it was sent too often recently. Every other address causes the same work, so that
 * neither the response nor its timing reveals who was invited.
 */
export async function resendInvitationOrActivation(
  db: Db,
  queue: Queue,
  limit: AttemptLimit,
  email: string,
): Promise<void> {
  const address = email.toLowerCase();
  const mayMail = await limit.begin(address).then(
    () => true,
    (refusal) => {
      if (refusal instanceof ProblemError) return false;
      throw refusal;
    },
  );
  if (!mayMail) return;
  const enqueue = await queue.enqueuer(linkMails);
  await db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom('people')
      .select(['id', 'password_hash'])
      .where(sql`lower(email)`, '=', address)
      .where('activated_at', 'is', null)
      .where('deactivated_at', 'is', null)
      .executeTakeFirst();
    await enqueue(tx, { personId: person?.id ?? 0, purpose: person ? linkPurposeFor(person) : 'invite' });
  });
}
