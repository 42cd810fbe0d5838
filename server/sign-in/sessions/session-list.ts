import { sql } from 'kysely';
import type { Session } from '../../../contract/sessions.ts';
import type { Db } from '../../db/db.ts';
import type { Page } from '../../kit/hydra.ts';
import type { Iris } from '../../kit/iris.ts';
import { notFound } from '../../kit/problem-error.ts';
import type { Person } from '../../people/person.ts';

type Shown = Omit<Session, '@context'>;

/** Lists a person's valid sessions: this browser's session first, then the others by last use. */
export async function listSessions(
  db: Db,
  iris: Iris,
  person: Person,
  current: { sessionId: string; seenAt?: string },
): Promise<Page<Shown>> {
  const field = (name: string) => sql<string | null>`sess ->> ${sql.lit(name)}`;
  const rows = await db
    .selectFrom('sessions')
    .select(['uuid', field('browser').as('browser'), field('startedAt').as('startedAt')])
    .select([field('seenAt').as('seenAt'), sql<boolean>`sid = ${current.sessionId}`.as('isCurrent')])
    .where('person_id', '=', person.id)
    .where(sql<boolean>`expire > now()`)
    .orderBy('isCurrent', 'desc')
    .orderBy(sql`sess ->> 'seenAt'`, (order) => order.desc().nullsLast())
    .orderBy('uuid')
    .execute();
  const members = rows.map(
    (row): Shown => ({
      '@id': iris.of(`/platform/api/sessions/${row.uuid}`),
      '@type': 'Session',
      ...row,
      // This request uses the session, but the session's row is only written when the response is sent.
      seenAt: (row.isCurrent && current.seenAt) || row.seenAt,
    }),
  );
  return { members, totalItems: members.length };
}

/**
 * Ends one of a person's sessions. The session's row is kept for an hour, no longer linked to the person, so that a
 * running request cannot restore the session. Must run in a transaction. Throws 404 if the person has no such session.
 */
export async function endOneSession(tx: Db, personId: number, uuid: string): Promise<void> {
  // Waits for running writes of the session; later writes are refused.
  await tx.selectFrom('people').select('id').where('id', '=', personId).forUpdate().execute();
  const ended = await tx
    .updateTable('sessions')
    .set({
      sess: sql`json_build_object('cookie', sess -> 'cookie')`,
      ended: true,
      expire: sql`now() + interval '1 hour'`,
    })
    .where('uuid', '=', uuid)
    .where('person_id', '=', personId)
    .returning('uuid')
    .execute();
  if (ended.length === 0) throw notFound();
}
