import { sql } from 'kysely';
import type { PersonInfo } from '../../contract/people.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import { notFound } from '../kit/problem-error.ts';
import { findPerson, type Person, personCollection } from './person.ts';

/** What others may see of a person. Throws 404 for nobody. */
export async function personInfo(db: Db, iris: Iris, id: number): Promise<Omit<PersonInfo, '@context'>> {
  const person = await findPerson(db, id);
  if (!person) throw notFound();
  return publicInfo(db, iris, person);
}

/** What a person sees of themselves. */
export async function ownInfo(db: Db, iris: Iris, person: Person): Promise<Omit<PersonInfo, '@context'>> {
  const code = await db
    .selectFrom('guest_codes')
    .select('code')
    .where('id', '=', person.guest_code_id)
    .executeTakeFirst();
  return {
    ...(await publicInfo(db, iris, person)),
    email: person.email,
    language: person.language,
    guestCode: code?.code ?? null,
  };
}

async function publicInfo(db: Db, iris: Iris, person: Person): Promise<Omit<PersonInfo, '@context'>> {
  const iri = iris.of(`${personCollection}/${person.id}`);
  const { metres, place } = await totalOf(db, person.id);
  return {
    '@id': iri,
    '@type': 'PersonInfo',
    id: person.id,
    iri,
    givenName: person.given_name,
    surname: person.surname,
    kilometers: metres / 1000,
    place,
    memberSince: person.created_at.toString(),
  };
}

/** A person's metres of all time and their place by them; equal values as displayed share a place. */
async function totalOf(db: Db, personId: number): Promise<{ metres: number; place: number | null }> {
  const { rows } = await sql<{ metres: number; place: number | null }>`
    select mine.metres,
      case when mine.hundredths > 0 then (
        select 1 + count(*) from standings better
        where better.board = 'all' and better.sport = 'all' and better.hundredths > mine.hundredths
      ) end as place
    from standings mine
    where mine.board = 'all' and mine.sport = 'all' and mine.person_id = ${personId}`.execute(db);
  return rows[0] ?? { metres: 0, place: null };
}
