import * as accounts from '../contract/accounts.ts';
import type { ManagementRole } from '../contract/roles.ts';
import { idOf, newPerson, type TestApp } from '../server/testing/test-app.ts';

/** The kinds of callers; `other` is a second participant. */
export type Role = 'visitor' | 'participant' | 'other' | 'moderator' | 'analyst' | 'organiser' | 'token';

/** A unique word in private data, and the roles that may read it. */
export interface Canary {
  marker: string;
  what: string;
  readers: Role[];
}

/** A person in the attacked world. */
export type Somebody = Awaited<ReturnType<TestApp['participant']>> & { id: number };

/** The people in the attacked world, all signed in. */
export interface People {
  /** Makes the calls with the role `participant`, and those with a token. */
  anna: Somebody;
  /** Hides his name, has private data of every kind, and makes the calls with the role `other`. */
  bob: Somebody;
  /** Appears under a nickname. */
  carol: Somebody;
  moderator: Somebody;
  analyst: Somebody;
  organiser: Somebody;
  /** Has a deactivated account. */
  dirk: Somebody;
  /** These people check the effects of calls, and no call involves them. */
  readers: { participant: Somebody; organiser: Somebody };
}

export async function signUpPeople(app: TestApp): Promise<People> {
  const { db } = app.database;
  const somebody = async (givenName: string, surname: string, role?: ManagementRole) => {
    const person = role ? await app.organiser(role) : await app.participant();
    await person.call(accounts.modifyData, { body: { givenName, surname, language: 'en' } });
    const id = idOf(person);
    const email = `${surname.toLowerCase()}.mail@example.com`;
    await db.updateTable('people').set({ email }).where('id', '=', id).execute();
    return { ...person, email, id };
  };
  const people: People = {
    anna: await somebody('Anna', 'Annasurname'),
    bob: await somebody('Bobgivenname', 'Bobsurname'),
    carol: await somebody('Carolgivenname', 'Carolsurname'),
    moderator: await somebody('Mia', 'Miasurname', 'moderator'),
    analyst: await somebody('Ada', 'Adasurname', 'analyst'),
    organiser: await somebody('Olga', 'Olgasurname', 'organiser'),
    dirk: await somebody('Dirkgivenname', 'Dirksurname'),
    readers: {
      participant: await somebody('Pia', 'Piasurname'),
      organiser: await somebody('Otto', 'Ottosurname', 'organiser'),
    },
  };
  const named = (person: Somebody, nameShown: 'none' | 'nickname', nickname: string | null) =>
    person.call(accounts.modifyData, {
      body: { ...newPerson(), givenName: 'x', surname: 'y', nameShown, nickname },
    });
  for (const [person, shown, nickname, givenName, surname] of [
    [people.bob, 'none', null, 'Bobgivenname', 'Bobsurname'],
    [people.carol, 'nickname', 'Speedy', 'Carolgivenname', 'Carolsurname'],
  ] as const) {
    await named(person, shown, nickname);
    await person.call(accounts.modifyData, { body: { givenName, surname, language: 'en' } });
  }
  return people;
}

/** Returns the private data of these people, which only certain roles may read. */
export function canariesOf({ anna, bob, carol, moderator, analyst, organiser, dirk }: People): Canary[] {
  const mails: [Somebody, Role[]][] = [
    [anna, ['participant', 'organiser']],
    [bob, ['other', 'organiser']],
    [carol, ['organiser']],
    [moderator, ['moderator', 'organiser']],
    [analyst, ['analyst', 'organiser']],
    [organiser, ['organiser']],
    [dirk, ['organiser']],
  ];
  return [
    ...mails.map(([{ email, id }, readers]) => ({
      marker: email,
      what: `the email address of person ${id}`,
      readers,
    })),
    ...(
      [
        ['Bobgivenname', ['other', 'organiser']],
        ['Bobsurname', ['other', 'organiser']],
        ['Carolgivenname', ['organiser']],
        ['Carolsurname', ['organiser']],
        ['Dirkgivenname', ['organiser']],
        ['Dirksurname', ['organiser']],
      ] as [string, Role[]][]
    ).map(([marker, readers]) => ({ marker, what: 'a name that its owner does not show', readers })),
    {
      marker: `/person_infos/${bob.id}"`,
      what: 'the address of an unnamed person',
      readers: ['other', 'organiser'],
    },
    {
      marker: `"personId":${bob.id},`,
      what: 'the id of an unnamed person',
      readers: ['other', 'organiser'],
    },
    ...['$argon2', 'token_hash', 'password_hash', 'session_epoch'].map((marker) => ({
      marker,
      what: 'data that must not leave the database',
      readers: [],
    })),
  ];
}
