import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { withRetry } from '../people/deletion/account-removal.ts';
import type { Directory } from './dependencies.ts';
import { applyGroups } from './group-effects.ts';
import type { GroupChange } from './group-patch.ts';
import type { ListWindow } from './provisioned-users.ts';
import { mustMatch, versionOf } from './resource-version.ts';
import { ScimError } from './scim-error.ts';
import { conditionOf, type FilterColumn } from './scim-filter.ts';

/** A provisioned group, as stored. */
export interface GroupRow {
  id: number;
  displayName: string;
  externalId: string | null;
  createdAt: string;
  changedAt: string;
  /** Undefined if the members were not read. */
  members?: { value: string; display: string }[];
}

const moment = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const groups = (db: Db) =>
  db
    .selectFrom('provisioned_groups')
    .select(['id', 'display_name as displayName', 'external_id as externalId'])
    .select([moment('created_at').as('createdAt'), moment('changed_at').as('changedAt')]);

const filterable: Record<string, FilterColumn> = {
  id: { sql: sql`id`, type: 'number' },
  displayname: { sql: sql`display_name`, type: 'text' },
  externalid: { sql: sql`external_id`, type: 'exactText' },
  'meta.lastmodified': { sql: sql`changed_at`, type: 'moment' },
};

/** Lists groups in the order of their ids, without their members. Throws 400 for an invalid filter. */
export async function listGroups(db: Db, { filter, startIndex, count }: ListWindow) {
  const condition = filter === undefined ? sql<boolean>`true` : conditionOf(filter, filterable);
  const { total } = await db
    .selectFrom('provisioned_groups')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(condition)
    .executeTakeFirstOrThrow();
  if (count === 0 || total < startIndex) return { total, rows: [] };
  const rows: GroupRow[] = await groups(db)
    .where(condition)
    .orderBy('id')
    .limit(count)
    .offset(startIndex - 1)
    .execute();
  return { total, rows };
}

/** Returns a group, with its members if `withMembers`. Throws 404. */
export async function oneGroup(db: Db, id: number, withMembers: boolean): Promise<GroupRow> {
  const row: GroupRow | undefined = await groups(db).where('id', '=', id).executeTakeFirst();
  if (!row) throw new ScimError(404, `There is no group with the id ${id}.`);
  return withMembers ? { ...row, members: await membersOf(db, id) } : row;
}

const membersOf = (db: Db, id: number) =>
  db
    .selectFrom('provisioned_group_members')
    .innerJoin('people', 'people.id', 'person_id')
    .select([
      sql<string>`people.id::text`.as('value'),
      sql<string>`given_name || ' ' || surname`.as('display'),
    ])
    .where('group_id', '=', id)
    .orderBy('people.id')
    .execute();

/**
 * Creates a group. Its members get nothing from it until an organiser sets its role or team. Throws 409
 * `uniqueness` if the name is taken, and 400 for members who are not users.
 */
export async function createGroup(
  directory: Directory,
  change: GroupChange & { displayName: string },
): Promise<GroupRow> {
  const now = directory.now.toString();
  return withRetry(directory.db, async (tx) => {
    const made = await tx
      .insertInto('provisioned_groups')
      .values({
        display_name: change.displayName,
        external_id: change.externalId ?? null,
        created_at: now,
        changed_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw taken();
    await changeMembers(tx, made.id, change, now);
    return oneGroup(tx, made.id, true);
  });
}

/**
 * Changes a group and its members, and updates the members' roles and teams. Throws 404 for an unknown group;
 * 409 `uniqueness` if the name is taken; 409 if the last organiser would lose that role; 400 for members who
 * are not users; 412 if `ifMatch` does not name the current version.
 */
export async function changeGroup(
  directory: Directory,
  id: number,
  ifMatch: string | undefined,
  change: GroupChange,
): Promise<void> {
  await withRetry(directory.db, async (tx) => {
    const before = await lockGroup(tx, id, ifMatch);
    const displayName = change.displayName ?? before.displayName;
    const externalId = change.externalId === undefined ? before.externalId : change.externalId;
    const other = await tx
      .selectFrom('provisioned_groups')
      .select('id')
      .where(sql`lower(display_name)`, '=', displayName.toLowerCase())
      .where('id', '<>', id)
      .executeTakeFirst();
    if (other) throw taken();
    const now = directory.now.toString();
    await tx
      .updateTable('provisioned_groups')
      .set({ display_name: displayName, external_id: externalId, changed_at: now })
      .where('id', '=', id)
      .execute();
    await changeMembers(tx, id, change, now);
    await applyGroups(tx, directory.enqueueTask, directory);
  });
}

/**
 * Deletes a group, and takes back the roles and teams that it gave. Throws the errors of `changeGroup` except
 * 400 and `uniqueness`.
 */
export async function removeGroup(
  directory: Directory,
  id: number,
  ifMatch: string | undefined,
): Promise<void> {
  await withRetry(directory.db, async (tx) => {
    await lockGroup(tx, id, ifMatch);
    await tx.deleteFrom('provisioned_groups').where('id', '=', id).execute();
    await applyGroups(tx, directory.enqueueTask, directory);
  });
}

async function lockGroup(tx: Db, id: number, ifMatch: string | undefined): Promise<GroupRow> {
  await tx.selectFrom('provisioned_groups').select('id').where('id', '=', id).forUpdate().execute();
  const row = await oneGroup(tx, id, false);
  mustMatch(versionOf(row), ifMatch);
  return row;
}

const taken = () => new ScimError(409, 'Another group has this displayName.', 'uniqueness');

async function changeMembers(tx: Db, groupId: number, { members }: GroupChange, now: string): Promise<void> {
  for (const { kind, ids } of members) {
    if (kind !== 'add')
      await sql`
        delete from provisioned_group_members
        where group_id = ${groupId} and (person_id = any(${ids}::int[])) = ${kind === 'remove'}`.execute(tx);
    if (kind === 'remove' || ids.length === 0) continue;
    await sql`
      insert into provisioned_group_members (group_id, person_id, added_at)
      select ${groupId}, person_id, ${now}::timestamptz from provisioned_people where person_id = any(${ids}::int[])
      on conflict do nothing`.execute(tx);
    const { rows } = await sql<{ id: number }>`
      select id from unnest(${ids}::int[]) as id
      where not exists (
        select from provisioned_group_members where group_id = ${groupId} and person_id = id
      ) limit 1`.execute(tx);
    if (rows[0]) throw new ScimError(400, `There is no user with the id ${rows[0].id}.`, 'invalidValue');
  }
}
