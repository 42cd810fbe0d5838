import type { Selectable } from 'kysely';
import type { PersonReference } from '../../contract/people.ts';
import type { Db } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';
import type { Iris } from '../kit/iris.ts';
import { notFound } from '../kit/problem-error.ts';

export type Person = Pick<
  Selectable<Tables['people']>,
  'id' | 'email' | 'given_name' | 'surname' | 'language' | 'role'
>;

const columns = ['id', 'email', 'given_name', 'surname', 'language', 'role'] as const;

/** The collection in a person's address. */
export const personCollection = '/platform/api/person_infos';

/** The person with an id if they may sign in; undefined otherwise. */
export async function findPerson(db: Db, id: number): Promise<Person | undefined> {
  return db
    .selectFrom('people')
    .select(columns)
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst();
}

/** The columns that a query needs to name a person. */
export interface NamedRow {
  person_id: number;
  shown_given_name: string;
  shown_surname: string;
}

/** Whether a person may be named; a named person never has an empty name. */
export const isNamed = (row: Pick<NamedRow, 'shown_given_name'>): boolean => row.shown_given_name !== '';

/** A person as `viewer` sees them beside an activity or a place; people always see their own name. */
export function personReference(iris: Iris, row: NamedRow, viewer: Person): PersonReference {
  const own = row.person_id === viewer.id;
  const id = own || isNamed(row) ? row.person_id : 0;
  return {
    '@id': iris.of(`${personCollection}/${id}`),
    '@type': 'Person',
    id,
    givenName: own ? viewer.given_name : row.shown_given_name,
    surname: own ? viewer.surname : row.shown_surname,
  };
}

/** A name on one line, as `viewer` sees it; empty for unnamed people. */
export function fullName(row: NamedRow, viewer: Person): string {
  return row.person_id === viewer.id
    ? `${viewer.given_name} ${viewer.surname}`
    : `${row.shown_given_name} ${row.shown_surname}`.trim();
}

/** The name without case and accents, for sorting within a tie. */
export const sortName = (givenName: string, surname: string): string => plain(`${givenName} ${surname}`);

/** The words of a search for names, without case and accents. */
export const wordsOf = (text: string): string[] => plain(text).split(/\s+/).filter(Boolean);

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The id in a person's address. Throws 404 if the address is invalid. */
export function personIdOfIri(iris: Iris, iri: string): number {
  const id = iris.numberIn(personCollection, iri);
  if (id === undefined) throw notFound();
  return id;
}

/** Throws 404 if the person does not exist, or is unnamed for `viewer`. */
export async function mustBeVisible(db: Db, id: number, viewer: Person): Promise<void> {
  if (id === viewer.id) return;
  const row = await db
    .selectFrom('people')
    .select('shown_given_name')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row || !isNamed(row)) throw notFound();
}
