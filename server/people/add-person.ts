import type { Temporal } from 'temporal-polyfill';
import type * as z from 'zod/mini';
import type { create } from '../../contract/managed/people.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import { todayFor } from '../kit/platform-day.ts';
import { violation } from '../kit/problem-error.ts';
import type { Enqueue } from '../kit/queue.ts';
import { type Author, createManaged } from '../management/managed-resource.ts';
import type { TeamEntry } from './dependencies.ts';
import type { LinkMail } from './mailed-links/activation-and-reset-mail.ts';
import { managedPeople } from './managed-people.ts';
import { createPerson } from './new-person.ts';

type Entry = z.output<typeof create.body>;

/**
 * Creates an account for a person. Like an imported account, it is not active until the person follows the invitation
 * link. Throws 422 if the address already has an account, or the team does not exist.
 */
export function addPerson(
  db: Db,
  iris: Iris,
  enqueue: Enqueue<LinkMail>,
  teams: TeamEntry,
  entry: Entry,
  author: Author,
) {
  const { teamId, invite, ...fields } = entry;
  const bringIn = async (tx: Db, _: unknown, now: Temporal.Instant) => {
    const account = { ...fields, passwordHash: null, guestCodeId: null, activatedAt: null };
    const personId = await createPerson(tx, account, now);
    if (teamId) {
      const team = await tx.selectFrom('teams').select('name').where('id', '=', teamId).executeTakeFirst();
      if (!team) throw violation('teamId', 'team.unknown');
      await teams.addNewMembers(tx, [{ personId, team: team.name }], {
        now,
        today: todayFor(now, undefined),
      });
    }
    if (invite) await enqueue(tx, { personId, purpose: 'invite' });
    return personId;
  };
  return createManaged(
    db,
    iris,
    { ...managedPeople, create: bringIn },
    { ...fields, role: 'participant' },
    author,
  );
}
