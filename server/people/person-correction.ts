import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Language } from '../../contract/kit/fields.ts';
import type { Role } from '../../contract/roles.ts';
import type { Db } from '../db/db.ts';
import { violation } from '../kit/problem-error.ts';
import { mustNotBeLastOrganiser } from './last-organiser.ts';
import { withdrawLinksOf } from './mailed-links/mailed-link.ts';
import type { Person } from './person.ts';
import { shownSortName } from './person-change.ts';

/** What organisers can change about a person. */
export interface PersonFields extends Record<string, unknown> {
  givenName: string;
  surname: string;
  email: string;
  language: Language;
  role: Role;
}

/**
 * Corrects a person's data. Links that were mailed to a replaced address become invalid. Throws 422 if the new address
 * belongs to another account, and 409 if the last organiser would lose that role. Must run in a transaction.
 */
export async function correctPerson(
  tx: Db,
  id: number,
  fields: PersonFields,
  before: PersonFields,
): Promise<void> {
  if (before.role === 'organiser' && fields.role !== 'organiser')
    await mustNotBeLastOrganiser(tx, { id, ...before });
  if (fields.email.toLowerCase() !== before.email.toLowerCase()) {
    const other = await tx
      .selectFrom('people')
      .select('id')
      .where(sql`lower(email)`, '=', fields.email.toLowerCase())
      .executeTakeFirst();
    if (other) throw violation('email', 'email.taken');
    await withdrawLinksOf(tx, id);
  }
  await tx
    .updateTable('people')
    .set({
      given_name: fields.givenName,
      surname: fields.surname,
      email: fields.email,
      language: fields.language,
      role: fields.role,
    })
    .where('id', '=', id)
    .execute();
  await sortAsShown(tx, id);
}

/**
 * Changes a person's role. Throws 409 if the last organiser would lose that role. Must run in a transaction, after
 * `lockAmongOrganisers`.
 */
export async function setRole(
  tx: Db,
  before: Pick<Person, 'id' | 'role'>,
  role: PersonFields['role'],
): Promise<void> {
  if (role !== 'organiser') await mustNotBeLastOrganiser(tx, before);
  await tx.updateTable('people').set({ role }).where('id', '=', before.id).execute();
}

/** Marks a person as deactivated, or as active again, without changing any sums. Must run in a transaction. */
export async function setDeactivated(tx: Db, id: number, at: Temporal.Instant | null): Promise<void> {
  await tx
    .updateTable('people')
    .set({ deactivated_at: at?.toString() ?? null })
    .where('id', '=', id)
    .execute();
  await withdrawLinksOf(tx, id);
  await sortAsShown(tx, id);
}

/** Updates the sort key from the displayed name. */
async function sortAsShown(tx: Db, id: number): Promise<void> {
  const person = await tx
    .selectFrom('people')
    .select(['given_name', 'surname', 'name_shown', 'nickname', 'deactivated_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const naming = {
    nameShown: person.deactivated_at ? ('none' as const) : person.name_shown,
    nickname: person.nickname,
  };
  const name = { givenName: person.given_name, surname: person.surname };
  await tx
    .updateTable('people')
    .set({ sort_name: shownSortName(name, naming) })
    .where('id', '=', id)
    .execute();
}
