import type * as z from 'zod/mini';
import type { ModifyData } from '../../contract/accounts.ts';
import type { NameShown } from '../../contract/people.ts';
import type { Db } from '../db/db.ts';
import { ProblemError, violation } from '../kit/problem-error.ts';
import { type Person, sortName } from './person.ts';
import { mustNotBeProvided } from './provisioned-account.ts';

/** How others see a person's name. */
interface Naming {
  nameShown: NameShown;
  nickname: string | null;
}

/**
 * Changes a person's own data, and returns how their name is shown. If `nameShown` is omitted, that choice stays
 * unchanged. Throws 422 if the person chose to show a nickname but has none, or if the company's directory provides the
 * name; 401 if the account is being deleted.
 */
export async function changePerson(
  db: Db,
  person: Person,
  entry: z.output<typeof ModifyData>,
): Promise<Naming> {
  return db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('people')
      .select(['name_shown', 'nickname', 'given_name', 'surname'])
      .where('id', '=', person.id)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw new ProblemError(401, 'signedOut');
    const { givenName, surname } = entry;
    await mustNotBeProvided(
      tx,
      person.id,
      { givenName, surname, email: '' },
      { givenName: before.given_name, surname: before.surname, email: '' },
    );
    const naming = {
      nameShown: entry.nameShown ?? before.name_shown,
      nickname: entry.nickname === undefined ? before.nickname : entry.nickname || null,
    };
    if (naming.nameShown === 'nickname' && !naming.nickname) throw violation('nickname', 'nickname.required');
    await tx
      .updateTable('people')
      .set({
        given_name: entry.givenName,
        surname: entry.surname,
        language: entry.language,
        name_shown: naming.nameShown,
        nickname: naming.nickname,
        sort_name: shownSortName(entry, naming),
      })
      .where('id', '=', person.id)
      .execute();
    return naming;
  });
}

/**
 * Returns the name by which to sort a person within a tie. It is derived from the displayed name, because sorting by a
 * hidden name would reveal it.
 */
export function shownSortName(name: { givenName: string; surname: string }, naming: Naming): string {
  if (naming.nameShown === 'full') return sortName(name.givenName, name.surname);
  return naming.nameShown === 'nickname' ? sortName(naming.nickname ?? '', '').trim() : '';
}
