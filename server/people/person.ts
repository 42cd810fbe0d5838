import type { Selectable } from 'kysely';
import type { PersonReference } from '../../contract/people.ts';
import type { Db } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';
import type { Iris } from '../kit/iris.ts';
import { notFound } from '../kit/problem-error.ts';

export type Person = Pick<
  Selectable<Tables['people']>,
  'id' | 'email' | 'given_name' | 'surname' | 'language'
>;

const columns = ['id', 'email', 'given_name', 'surname', 'language'] as const;

/** The collection that a person's own address lies in. */
export const personCollection = '/platform/api/person_infos';

/** The person of an id, or nothing. */
export async function findPerson(db: Db, id: number): Promise<Person | undefined> {
  return db.selectFrom('people').select(columns).where('id', '=', id).executeTakeFirst();
}

/** A person as others see them beside an activity or a place. */
export function personReference(
  iris: Iris,
  person: { id: number; given_name: string; surname: string },
): PersonReference {
  return {
    '@id': iris.of(`${personCollection}/${person.id}`),
    '@type': 'Person',
    id: person.id,
    givenName: person.given_name,
    surname: person.surname,
  };
}

/** The name without case and accents, for the order inside a tie. */
export function sortName(givenName: string, surname: string): string {
  return `${givenName} ${surname}`.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The id in a person's address. Throws 404 where it is not one. */
export function personIdOfIri(iris: Iris, iri: string): number {
  const id = iris.numberIn(personCollection, iri);
  if (id === undefined) throw notFound();
  return id;
}
