import { type Selectable, sql } from 'kysely';
import type { PersonReference } from '../../contract/people.ts';
import type { Db } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';
import type { Iris } from '../kit/iris.ts';
import { notFound } from '../kit/problem-error.ts';

export type Person = Pick<
  Selectable<Tables['people']>,
  'id' | 'email' | 'given_name' | 'surname' | 'name_shown' | 'language' | 'role'
>;

const columns = ['id', 'email', 'given_name', 'surname', 'name_shown', 'language', 'role'] as const;

/** The collection that a person's IRI begins with. */
export const personCollection = '/platform/api/person_infos';

/** Returns the person with this id, or undefined if the person does not exist or may not sign in. */
export const findPerson = async (db: Db, id: number): Promise<Person | undefined> =>
  (await findPeople(db, [id]))[0];

/** Returns the people with these ids who exist and may sign in. */
export const findPeople = (db: Db, ids: number[]): Promise<Person[]> =>
  db
    .selectFrom('people')
    .select(columns)
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .where('deactivated_at', 'is', null)
    .execute();

/** A viewer without an account, who owns and likes nothing and sees only what everybody may see. */
export const stranger: Person = {
  ...{ id: 0, email: '', given_name: '', surname: '' },
  ...{ name_shown: 'full', language: 'en', role: 'participant' },
};

/** The columns that a query needs to name a person. */
export interface NamedRow {
  person_id: number;
  shown_given_name: string;
  shown_surname: string;
}

/** Returns whether a person may be named. The displayed name is empty if, and only if, the person may not be named. */
export const isNamed = (row: Pick<NamedRow, 'shown_given_name'>): boolean => row.shown_given_name !== '';

/** Returns a person as `viewer` sees them next to an activity or on a board. People always see their own name. */
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

/** Returns a person's full name as `viewer` sees it. Empty for unnamed people. */
export function fullName(row: NamedRow, viewer: Person): string {
  return row.person_id === viewer.id
    ? `${viewer.given_name} ${viewer.surname}`
    : `${row.shown_given_name} ${row.shown_surname}`.trim();
}

/** Returns the name in lower case and without accents, for sorting within a tie. */
export const sortName = (givenName: string, surname: string): string => plain(`${givenName} ${surname}`);

/** Returns the words of a name search, in lower case and without accents. */
export const searchTermsOf = (text: string): string[] => plain(text).split(/\s+/).filter(Boolean);

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the id in a person's IRI. Throws 404 if the IRI is invalid. */
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
