import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { ManagedQuery } from '../../../contract/kit/managed-resource.ts';
import type { SecurityEvent } from '../../../contract/managed/security-events.ts';
import type { Db } from '../../db/db.ts';
import type { Page } from '../../kit/hydra.ts';
import type { Iris } from '../../kit/iris.ts';
import { notFound } from '../../kit/problem-error.ts';
import { pageOf } from '../managed-list.ts';

type Shown = Omit<SecurityEvent, '@context'>;
type Row = Omit<Shown, '@id' | '@type' | 'at'> & { at: Temporal.Instant };

const rows = (db: Db) =>
  db
    .selectFrom('security_events')
    .leftJoin('people', 'people.id', 'person_id')
    .leftJoin('people as actors', 'actors.id', 'actor_id')
    .select(['security_events.id', 'at', 'kind', 'detail', 'person_id as personId', 'network', 'browser'])
    .select([
      'times',
      sql<string | null>`people.given_name || ' ' || people.surname`.as('person'),
      sql<string | null>`actors.given_name || ' ' || actors.surname`.as('actor'),
    ])
    .$castTo<Row>();

/** Lists events of the security log. */
export async function listSecurityEvents(db: Db, iris: Iris, query: ManagedQuery): Promise<Page<Shown>> {
  const page = await pageOf<Row>(db, rows(db), query, ['person', 'network', 'browser']);
  return { ...page, members: page.members.map((row) => toSecurityEvent(iris, row)) };
}

/** Finds an event by id. Throws 404 for an unknown id. */
export async function oneSecurityEvent(db: Db, iris: Iris, id: number): Promise<Shown> {
  const row = await rows(db).where('security_events.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return toSecurityEvent(iris, row);
}

const toSecurityEvent = (iris: Iris, row: Row): Shown => ({
  '@id': iris.of(`/platform/api/management/security-events/${row.id}`),
  '@type': 'SecurityEvent',
  ...row,
  at: row.at.toString(),
});
