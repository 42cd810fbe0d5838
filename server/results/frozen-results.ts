import type { ChallengeResults } from '../../contract/results.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import { notFound } from '../kit/problem-error.ts';
import type { ResultDocument } from './result-file.ts';

/**
 * Returns when a challenge's results were frozen, and the hash and size of the results file. Throws 404 if the results
 * are not frozen or the challenge is hidden.
 */
export async function resultsOf(
  db: Db,
  iris: Iris,
  uuid: string,
): Promise<Omit<ChallengeResults, '@context'>> {
  const found = await stored(db).where('uuid', '=', uuid).where('is_hidden', '=', false).executeTakeFirst();
  if (!found?.frozen_at) throw notFound();
  return {
    '@id': iris.of(`/platform/api/challenge_results/${uuid}`),
    '@type': 'ChallengeResults',
    frozenAt: found.frozen_at.toString(),
    sha256: found.sha256,
    bytes: Buffer.byteLength(found.file),
  };
}

/** Returns the results file of a challenge. Throws 404 if the results are not frozen. */
export async function resultFileOf(
  db: Db,
  id: number,
): Promise<{ uri: string; file: string; sha256: string }> {
  const found = await stored(db).where('challenges.id', '=', id).executeTakeFirst();
  if (!found) throw notFound();
  return found;
}

const stored = (db: Db) =>
  db
    .selectFrom('challenge_results')
    .innerJoin('challenges', 'challenges.id', 'challenge_id')
    .select(['uri', 'frozen_at', 'file', 'sha256']);

/** A person's name in the results, which is empty if the person has hidden it. */
export interface ResultName {
  givenName: string;
  surname: string;
}

/**
 * Returns the names of the people behind the numbers in a results file, as they were when the results were frozen. If
 * people have since changed how their name is shown to others, their current setting applies. Deleted people are not
 * included.
 */
export async function namesOfResults(db: Db, challengeId: number): Promise<Map<number, ResultName>> {
  const rows = await db
    .selectFrom('challenge_result_people as told')
    .innerJoin('people', 'people.id', 'told.person_id')
    .select(['number', 'told.given_name', 'told.surname', 'told.name_shown as shown_then'])
    .select(['people.name_shown', 'people.shown_given_name', 'people.shown_surname'])
    .where('challenge_id', '=', challengeId)
    .execute();
  return new Map(
    rows.map((row) => [
      row.number,
      row.name_shown === row.shown_then
        ? { givenName: row.given_name, surname: row.surname }
        : { givenName: row.shown_given_name, surname: row.shown_surname },
    ]),
  );
}

/** Parses a results file. */
export const readResultFile = (file: string) => JSON.parse(file) as ResultDocument;
