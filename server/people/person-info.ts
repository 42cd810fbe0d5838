import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { PersonInfo } from '../../contract/people.ts';
import type { Commits } from '../db/commits.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import { notFound } from '../kit/problem-error.ts';
import { RowCache } from '../kit/row-cache.ts';
import { consentDue } from '../platform/consents/consent.ts';
import type { BoardRanks, RanksOn } from './dependencies.ts';
import { isNamed, type Person, personCollection } from './person.ts';

type Info = Omit<PersonInfo, '@context'>;

/** A person's profile data; some of it is only for the person themselves. */
export interface PersonRow extends Person {
  shown_given_name: string;
  shown_surname: string;
  sort_name: string;
  nickname: string | null;
  created_at: Temporal.Instant;
  guest_code: string | null;
  /** The number of the consent text that the person must still be asked about, or null. */
  consent_due: number | null;
}

/**
 * Returns a person's public profile. People also get their own, as a preview. Throws 404 if the person does not exist
 * or, for other viewers, may not be named.
 */
export async function personInfo(
  read: PersonReader,
  iris: Iris,
  ranksOn: RanksOn,
  id: number,
  viewer: Person,
): Promise<Info> {
  const { row, ranks } = await existing(read, ranksOn, id);
  if (id !== viewer.id && !isNamed(row)) throw notFound();
  return toInfo(iris, ranks, id, { ...row, given_name: row.shown_given_name, surname: row.shown_surname });
}

/** Returns a signed-in person's own data. */
export async function ownInfo(
  read: PersonReader,
  iris: Iris,
  ranksOn: RanksOn,
  person: Person,
): Promise<Info> {
  const { row, ranks } = await existing(read, ranksOn, person.id);
  return {
    ...toInfo(iris, ranks, person.id, row),
    email: row.email,
    language: row.language,
    guestCode: row.guest_code,
    nameShown: row.name_shown,
    nickname: row.nickname,
    role: row.role,
    consentDue: row.consent_due,
  };
}

/** Reads a person; undefined if the person does not exist. */
export type PersonReader = (id: number) => Promise<PersonRow | undefined>;

/**
 * Returns a function that reads people, and keeps them in memory until the tables of the subject `profiles` change,
 * which `commits` must notice.
 */
export function personReader(db: Db, commits: Commits): PersonReader {
  const cache = new RowCache<number, PersonRow>(commits, async (ids) => {
    const { rows } = await sql<PersonRow>`
      select people.id, email, given_name, surname, shown_given_name, shown_surname, sort_name, name_shown, nickname,
        language, role, people.created_at, code as guest_code, ${consentDue(sql.ref('people.id'))} as consent_due
      from people left join guest_codes on guest_codes.id = guest_code_id
      where people.id = any(${ids}::int[])`.execute(db);
    return new Map(rows.map((row) => [row.id, row]));
  });
  return (id) => cache.of(id);
}

/** Reads a person, and at the same time the ranks on the board of all time. Throws 404 if the person does not exist. */
async function existing(
  read: PersonReader,
  ranksOn: RanksOn,
  id: number,
): Promise<{ row: PersonRow; ranks: BoardRanks }> {
  const [row, ranks] = await Promise.all([read(id), ranksOn('all', 'all')]);
  if (!row) throw notFound();
  return { row, ranks };
}

/** Converts a row to a profile with the all-time place. People whose displayed kilometres are equal share a place. */
function toInfo(iris: Iris, ranks: BoardRanks, id: number, row: PersonRow): Info {
  const iri = iris.of(`${personCollection}/${id}`);
  const { metres, rank } = ranks.ofPerson(id);
  return {
    '@id': iri,
    '@type': 'PersonInfo',
    id,
    iri,
    givenName: row.given_name,
    surname: row.surname,
    kilometers: metres / 1000,
    place: rank,
    memberSince: row.created_at.toString(),
  };
}
