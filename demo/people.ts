import type { Temporal } from 'temporal-polyfill';
import type { Language } from '../contract/kit/fields.ts';
import type { Db } from '../server/db/db.ts';
import { normalisedCode } from '../server/people/guest-codes/guest-code-check.ts';
import { sortName } from '../server/people/person.ts';
import { type DemoDays, momentOn } from './days.ts';
import { familiesOf } from './names.ts';
import { Random } from './random.ts';

/** A person in the demo company, before they have an id. */
export interface DemoPerson {
  givenName: string;
  surname: string;
  email: string;
  language: Language;
  role: 'participant' | 'organiser';
  createdAt: Temporal.Instant;
}

/**
 * How many people speak each language. 60 % Dutch, 32 % French and 8 % English is typical of a company in Brussels with
 * sites in both regions.
 */
const languageCounts: [Language, number][] = [
  ['nl', 143],
  ['fr', 77],
  ['en', 18],
];

/** Generates the 240 people of the demo company; the first two are those whose credentials the server prints. */
export function demoPeople(days: DemoDays): DemoPerson[] {
  const random = new Random(1);
  const early = days.first.subtract({ days: 4 });
  const signIns: DemoPerson[] = [
    {
      givenName: 'Lotte',
      surname: 'Van Hecke',
      email: 'participant@example.com',
      language: 'nl',
      role: 'participant',
      createdAt: momentOn(early, 9.4),
    },
    {
      givenName: 'Nadia',
      surname: 'Benali',
      email: 'organiser@example.com',
      language: 'en',
      role: 'organiser',
      createdAt: momentOn(early.subtract({ days: 17 }), 14.2),
    },
  ];
  const taken = new Set(signIns.map(({ givenName, surname }) => mailAddress(givenName, surname)));
  const languages = languageCounts.flatMap(([language, count]) => Array<Language>(count).fill(language));
  const others = random.shuffled(languages).map((language): DemoPerson => {
    const [givenName, surname] = unusedName(random, language, taken);
    return {
      givenName,
      surname,
      email: mailAddress(givenName, surname),
      language,
      role: 'participant',
      createdAt: joinedAt(random, days),
    };
  });
  return [...signIns, ...others];
}

/**
 * Inserts the people, all of whom signed up with the guest code WELCOME. Only the first two get a password and can sign
 * in. Returns the ids in the same order.
 */
export async function insertDemoPeople(
  tx: Db,
  people: DemoPerson[],
  passwordHash: string,
): Promise<number[]> {
  const code = await tx
    .insertInto('guest_codes')
    .values({
      code: 'WELCOME',
      normalised_code: normalisedCode('WELCOME'),
      maximum_uses: null,
      uses: people.length,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = await tx
    .insertInto('people')
    .values(
      people.map((person, index) => ({
        email: person.email,
        given_name: person.givenName,
        surname: person.surname,
        sort_name: sortName(person.givenName, person.surname),
        language: person.language,
        role: person.role,
        password_hash: index < 2 ? passwordHash : null,
        guest_code_id: code.id,
        created_at: person.createdAt.toString(),
        activated_at: person.createdAt.toString(),
      })),
    )
    .returning(['id', 'email'])
    .execute();
  const ids = new Map(rows.map(({ id, email }) => [email, id]));
  return people.map(({ email }) => ids.get(email) as number);
}

function unusedName(random: Random, language: Language, taken: Set<string>): [string, string] {
  for (;;) {
    const family = random.pick(familiesOf[language]);
    const [givenName, surname] = [random.pick(family.given), random.pick(family.surnames)];
    const email = mailAddress(givenName, surname);
    if (taken.has(email)) continue;
    taken.add(email);
    return [givenName, surname];
  }
}

/**
 * The time at which a person signed up: usually before the first challenge, otherwise around the start of the second.
 */
function joinedAt(random: Random, days: DemoDays): Temporal.Instant {
  const hour = random.between(7.5, 21.5);
  return random.chance(0.84)
    ? momentOn(days.first.subtract({ days: random.integer(1, 18) }), hour)
    : momentOn(days.currentStart.add({ days: random.integer(-9, 5) }), hour);
}

/** The email address of a person in the demo company. */
export const mailAddress = (givenName: string, surname: string) =>
  `${mailPart(givenName)}.${mailPart(surname)}@example.com`;

/** Converts a name to a part of an email address. Letters that Unicode does not decompose are replaced explicitly. */
function mailPart(name: string): string {
  return sortName(name, '')
    .replace(/[ıøł]/g, (letter) => ({ ı: 'i', ø: 'o', ł: 'l' })[letter] ?? '')
    .replace(/[^a-z]/g, '');
}
