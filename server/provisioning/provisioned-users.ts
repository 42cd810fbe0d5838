import { type RawBuilder, sql } from 'kysely';
import { language as languageSchema } from '../../contract/kit/fields.ts';
import type { ManagementRole, Role } from '../../contract/roles.ts';
import type { Db } from '../db/db.ts';
import { logChange } from '../management/change-log.ts';
import { endAccess } from '../people/deactivation.ts';
import { withRetry } from '../people/deletion/account-removal.ts';
import { createPerson } from '../people/new-person.ts';
import { correctPerson, setDeactivated } from '../people/person-correction.ts';
import { setWorkplace } from '../people/provisioned-account.ts';
import { readConfig, startLanguage } from '../platform/settings/config.ts';
import type { Directory } from './dependencies.ts';
import { removeGrantedRole } from './group-effects.ts';
import { mustMatch, versionOf } from './resource-version.ts';
import { ScimError } from './scim-error.ts';
import { conditionOf, type FilterColumn } from './scim-filter.ts';
import { type SentAttributes, type UserFields, userFieldsOf } from './user-attributes.ts';

/** A provisioned person, as stored. */
export interface UserRow extends UserFields {
  id: number;
  language: 'en' | 'fr' | 'nl';
  role: Role;
  grantedRole: ManagementRole | null;
  isDeactivated: boolean;
  createdAt: string;
  changedAt: string;
  groups: { value: string; display: string }[];
}

const moment = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Selects only the people whom the directory provisions. */
const users = (db: Db) =>
  db
    .selectFrom('provisioned_people')
    .innerJoin('people', 'people.id', 'person_id')
    .select([
      'people.id',
      'user_name as userName',
      'external_id as externalId',
      'active',
      'given_name as givenName',
      'surname',
      'email',
      'department',
      'location',
      'people.language',
      'role',
      'granted_role as grantedRole',
      sql<boolean>`deactivated_at is not null`.as('isDeactivated'),
      moment('provisioned_people.created_at').as('createdAt'),
      moment('provisioned_people.changed_at').as('changedAt'),
      sql<UserRow['groups']>`(
        select coalesce(json_agg(json_build_object('value', provisioned_groups.id::text, 'display', display_name)
          order by provisioned_groups.id), '[]'::json)
        from provisioned_group_members
        join provisioned_groups on provisioned_groups.id = group_id
        where provisioned_group_members.person_id = people.id
      )`.as('groups'),
    ]);

const text = (column: RawBuilder<unknown>): FilterColumn => ({ sql: column, type: 'text' });

/** The attributes by which directories can filter people. */
const filterable: Record<string, FilterColumn> = {
  id: { sql: sql`people.id`, type: 'number' },
  username: text(sql`user_name`),
  externalid: { sql: sql`external_id`, type: 'exactText' },
  active: { sql: sql`active`, type: 'boolean' },
  displayname: text(sql`given_name || ' ' || surname`),
  'name.givenname': text(sql`given_name`),
  'name.familyname': text(sql`surname`),
  emails: text(sql`email`),
  'emails.value': text(sql`email`),
  'emails.type': text(sql`'work'`),
  'emails.primary': { sql: sql`true`, type: 'boolean' },
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:user:department': text(sql`department`),
  'addresses.locality': text(sql`location`),
  'meta.created': { sql: sql`provisioned_people.created_at`, type: 'moment' },
  'meta.lastmodified': { sql: sql`provisioned_people.changed_at`, type: 'moment' },
};

/** A page of a list. `startIndex` is the position of the page's first item, starting at 1. */
export interface ListWindow {
  filter: string | undefined;
  startIndex: number;
  count: number;
}

/** Lists provisioned people in the order of their ids. Throws 400 for an invalid filter. */
export async function listUsers(db: Db, { filter, startIndex, count }: ListWindow) {
  const condition = filter === undefined ? sql<boolean>`true` : conditionOf(filter, filterable);
  const { total } = await db
    .selectFrom('provisioned_people')
    .innerJoin('people', 'people.id', 'person_id')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(condition)
    .executeTakeFirstOrThrow();
  if (count === 0 || total < startIndex) return { total, rows: [] };
  const rows = await users(db)
    .where(condition)
    .orderBy('people.id')
    .limit(count)
    .offset(startIndex - 1)
    .execute();
  return { total, rows };
}

/** Finds a provisioned person. Throws 404. */
export async function oneUser(db: Db, id: number): Promise<UserRow> {
  const row = await users(db).where('people.id', '=', id).executeTakeFirst();
  if (!row) throw new ScimError(404, `There is no user with the id ${id}.`);
  return row;
}

/**
 * Provisions a person. A new account is not active until the person signs in with a trusted identity provider
 * or follows a mailed link; an existing account with the address is linked. Throws 409 `uniqueness` if the
 * directory already provisions a person with this user name or address, or if a deactivated account has the
 * address, because that account may be somebody else's.
 */
export async function createUser(directory: Directory, sent: SentAttributes): Promise<UserRow> {
  const entry = userFieldsOf(sent);
  const { db, now } = directory;
  const language = await startLanguage(db, languageOf(sent.language));
  return withRetry(db, async (tx) => {
    await mustBeUnique(tx, entry);
    const account = await tx
      .selectFrom('people')
      .select(['id', 'given_name', 'surname', 'email', 'role', 'language', 'deactivated_at'])
      .where(sql`lower(email)`, '=', entry.email.toLowerCase())
      .forUpdate()
      .executeTakeFirst();
    if (account?.deactivated_at)
      throw new ScimError(
        409,
        'A deactivated account has this email address. An organiser must reactivate or erase it first.',
        'uniqueness',
      );
    // An existing account keeps its first or last name if the directory sends none.
    const fields = account ? userFieldsOf(sent, { ...entry, ...fieldsOf(account) }) : entry;
    const { givenName, surname, email } = fields;
    const created = { passwordHash: null, guestCodeId: null, activatedAt: null };
    const id =
      account?.id ?? (await createPerson(tx, { givenName, surname, email, language, ...created }, now));
    if (account) {
      const before = { ...fieldsOf(account), language: account.language, role: account.role };
      await correctPerson(tx, id, { ...before, givenName, surname }, before);
    }
    if (fields.department || fields.location) await setWorkplace(tx, id, fields);
    const inserted = await tx
      .insertInto('provisioned_people')
      .values({ person_id: id, ...stored(fields), created_at: now.toString(), changed_at: now.toString() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('person_id')
      .executeTakeFirst();
    if (!inserted) throw taken('user name');
    if (!fields.active)
      await endAccess(tx, directory.removalHooks, { id, role: account?.role ?? 'participant' }, now);
    else if (!account && (await readConfig(tx, 'provisioningInvites')) === true)
      await directory.invite(tx, { personId: id, purpose: 'invite' });
    await log(tx, directory, id, 'provision', account && fieldsOf(account), fields);
    return oneUser(tx, id);
  });
}

/**
 * Changes a provisioned person; `change` returns the new fields. Throws 404 for an unknown person; 412 if
 * `ifMatch` does not name the current version; 409 if somebody else has the user name or the email address,
 * or if the last organiser would be deactivated; 400 `mutability` if the email address of somebody with a
 * role in the organisers' app would change.
 */
export async function changeUser(
  directory: Directory,
  id: number,
  ifMatch: string | undefined,
  change: (before: UserFields) => UserFields,
): Promise<UserRow> {
  const { db, now } = directory;
  return withRetry(db, async (tx) => {
    const before = await lockUser(tx, id, ifMatch);
    const after = change(before);
    if (differences(before, after).length === 0) return before;
    await mustBeUnique(tx, after, id);
    mustKeepAddress(before, after);
    const { givenName, surname, email } = after;
    await correctPerson(tx, id, { ...personOf(before), givenName, surname, email }, personOf(before));
    await setWorkplace(tx, id, after);
    if (before.active && !after.active && !before.isDeactivated)
      await endAccess(tx, directory.removalHooks, before, now);
    if (!before.active && after.active) await setDeactivated(tx, id, null);
    await tx
      .updateTable('provisioned_people')
      .set({ ...stored(after), changed_at: now.toString() })
      .where('person_id', '=', id)
      .execute();
    await log(tx, directory, id, 'provision', before, after);
    return oneUser(tx, id);
  });
}

/**
 * Stops provisioning a person: deactivates the account, takes back a role that a group gave, and deletes the
 * data that only the directory provides. The kilometres stay, and the account is erased later, like the
 * account of anybody else who has left. Throws 404 for an unknown person, 412 if `ifMatch` does not name the
 * current version, and 409 for the last organiser.
 */
export async function removeUser(
  directory: Directory,
  id: number,
  ifMatch: string | undefined,
): Promise<void> {
  const { db, now } = directory;
  await withRetry(db, async (tx) => {
    const before = await lockUser(tx, id, ifMatch);
    if (!before.isDeactivated) await endAccess(tx, directory.removalHooks, before, now);
    await removeGrantedRole(tx, directory, before);
    await setWorkplace(tx, id, { department: null, location: null });
    await tx.deleteFrom('provisioned_people').where('person_id', '=', id).execute();
    await log(tx, directory, id, 'unprovision', before, { ...before, active: false });
  });
}

async function lockUser(tx: Db, id: number, ifMatch: string | undefined): Promise<UserRow> {
  await tx.selectFrom('people').select('id').where('id', '=', id).forUpdate().execute();
  const row = await oneUser(tx, id);
  mustMatch(versionOf(row), ifMatch);
  return row;
}

/** Throws 409 if the directory provisions somebody else with this user name or address. */
async function mustBeUnique(tx: Db, { userName, email }: UserFields, id = 0): Promise<void> {
  const other = await tx
    .selectFrom('provisioned_people')
    .innerJoin('people', 'people.id', 'person_id')
    .select(sql<boolean>`lower(user_name) = ${userName.toLowerCase()}`.as('isSameName'))
    .where('person_id', '<>', id)
    .where(
      sql<boolean>`(
        lower(user_name) = ${userName.toLowerCase()}
        or person_id = (select id from people where lower(email) = ${email.toLowerCase()})
      )`,
    )
    .executeTakeFirst();
  if (other) throw taken(other.isSameName ? 'user name' : 'email address');
}

const taken = (what: string) => new ScimError(409, `Another user has this ${what}.`, 'uniqueness');

/**
 * Throws 400 if the email address of somebody with a role in the organisers' app would change, unless a group
 * gave the role. Otherwise, somebody with a stolen token could change the address to their own and reset the
 * password of the account.
 */
function mustKeepAddress(before: UserRow, after: UserFields): void {
  if (before.role === 'participant' || before.grantedRole === before.role) return;
  if (before.email.toLowerCase() === after.email.toLowerCase()) return;
  throw new ScimError(
    400,
    'The person has a role in the organisers’ app. An organiser must remove the role before the address can change.',
    'mutability',
  );
}

const languageOf = (sent: unknown) =>
  languageSchema.safeParse(typeof sent === 'string' ? sent.slice(0, 2).toLowerCase() : undefined).data;

const stored = ({ userName, externalId, active }: UserFields) => ({
  user_name: userName,
  external_id: externalId,
  active,
});

const fieldsOf = (account: { given_name: string; surname: string; email: string }) => ({
  givenName: account.given_name,
  surname: account.surname,
  email: account.email,
});

const personOf = ({ givenName, surname, email, language, role }: UserRow) => ({
  ...{ givenName, surname, email, language, role },
});

/** The fields that the change log records. */
const logged = ['givenName', 'surname', 'email', 'department', 'location', 'active'] as const;

const differences = (before: UserFields, after: UserFields) =>
  ([...logged, 'userName', 'externalId'] as const).filter((name) => before[name] !== after[name]);

async function log(
  tx: Db,
  { now }: Directory,
  id: number,
  action: string,
  before: Partial<UserFields> | undefined,
  after: UserFields,
): Promise<void> {
  const only = (fields: Partial<UserFields>) =>
    Object.fromEntries(logged.filter((name) => name in fields).map((name) => [name, fields[name]]));
  await logChange(tx, {
    ...{ actor: null, now, resource: 'people', resourceId: id, subject: id, action },
    before: before && only(before),
    after: only(after),
  });
}
