import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { NameShown, PersonInfo } from '../../contract/people.ts';
import type { Db } from '../db/db.ts';
import { batchedReads } from '../kit/batched-reads.ts';
import type { Iris } from '../kit/iris.ts';
import { notFound } from '../kit/problem-error.ts';
import { consentDue } from '../platform/consents/consent.ts';
import type { BoardRanks, RanksOn } from './dependencies.ts';
import { isNamed, type Person, personCollection } from './person.ts';

type Info = Omit<PersonInfo, '@context'>;

interface Row {
  given_name: string;
  surname: string;
  shown_given_name: string;
  shown_surname: string;
  name_shown: NameShown;
  nickname: string | null;
  created_at: Temporal.Instant;
  guest_code: string | null;
  metres: number;
  hundredths: number;
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
    email: person.email,
    language: person.language,
    guestCode: row.guest_code,
    nameShown: row.name_shown,
    nickname: row.nickname,
    role: person.role,
    consentDue: row.consent_due,
  };
}

/** Reads a person with their all-time score; undefined if the person does not exist. */
export type PersonReader = (id: number) => Promise<Row | undefined>;

/** Returns a function that reads people, many with one statement. */
export const personReader = (db: Db): PersonReader =>
  batchedReads(async (ids) => {
    const { rows } = await sql<Row & { id: number }>`
      select people.id, given_name, surname, shown_given_name, shown_surname, name_shown, nickname, people.created_at,
        code as guest_code, coalesce(mine.metres, 0) as metres, coalesce(mine.hundredths, 0) as hundredths,
        ${consentDue(sql.ref('people.id'))} as consent_due
      from people
      left join guest_codes on guest_codes.id = guest_code_id
      left join standings mine on mine.board = 'all' and mine.sport = 'all' and mine.person_id = people.id
      where people.id = any(${ids}::int[])`.execute(db);
    const people = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => people.get(id));
  });

/** Reads a person, and at the same time the ranks on the board of all time. Throws 404 if the person does not exist. */
async function existing(
  read: PersonReader,
  ranksOn: RanksOn,
  id: number,
): Promise<{ row: Row; ranks: BoardRanks }> {
  const [row, ranks] = await Promise.all([read(id), ranksOn('all', 'all')]);
  if (!row) throw notFound();
  return { row, ranks };
}

/** Converts a row to a profile with the all-time place. People whose displayed kilometres are equal share a place. */
function toInfo(iris: Iris, ranks: BoardRanks, id: number, row: Row): Info {
  const iri = iris.of(`${personCollection}/${id}`);
  return {
    '@id': iri,
    '@type': 'PersonInfo',
    id,
    iri,
    givenName: row.given_name,
    surname: row.surname,
    kilometers: row.metres / 1000,
    place: row.hundredths > 0 ? ranks.of(row.hundredths) : null,
    memberSince: row.created_at.toString(),
  };
}
