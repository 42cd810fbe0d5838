import { createHash } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import type { ChallengeRow } from '../challenges/challenge.ts';
import { canonicalJson, type Json } from './canonical-json.ts';
import { type BoardSport, boardSports, type PersonPlace, type TeamPlace } from './final-boards.ts';

/** The content of a results file, as documented in docs/results.md. */
export interface ResultDocument {
  [key: string]: Json;
  format: 'company-challenge-results/1';
  challenge: { [key: string]: Json };
  frozenAt: string;
  people: Record<BoardSport, { person: number; rank: number; metres: number; activities: number }[]>;
  teams: Record<
    BoardSport,
    { team: string; name: string; rank: number; metres: number; activities: number; members: number }[]
  >;
  teamsRankedBy: 'sum' | 'average';
}

/** A results file, its hash, and the people behind its numbers. */
export interface ResultFile {
  text: string;
  sha256: string;
  /** The ids of the people in the order of their numbers, which start at 1. */
  personIds: number[];
}

/**
 * Writes the results file of a challenge. Identifies people only by numbers, in the order of the overall board, so that
 * the file and its hash stay the same when a name must be deleted.
 */
export function resultFile(
  challenge: ChallengeRow,
  frozenAt: Temporal.Instant,
  places: PersonPlace[],
  teams: { rankedBy: 'sum' | 'average'; places: TeamPlace[] },
): ResultFile {
  // Everybody on any board is also on the overall board.
  const personIds = places.filter(({ sport }) => sport === 'all').map(({ person_id }) => person_id);
  const numbers = new Map(personIds.map((id, index) => [id, index + 1]));
  const document: ResultDocument = {
    format: 'company-challenge-results/1',
    challenge: {
      uuid: challenge.uuid,
      uri: challenge.uri,
      names: Object.fromEntries(challenge.translations.map(({ language, name }) => [language, name])),
      startsOn: challenge.starts_on,
      endsOn: challenge.ends_on,
      timeZone: challenge.time_zone,
      kilometers: challenge.kilometers,
      abstractionConversion: challenge.abstraction_conversion,
    },
    frozenAt: frozenAt.toString(),
    people: byBoard(places, ({ person_id, rank, metres, activities }) => ({
      person: numbers.get(person_id) as number,
      rank,
      metres,
      activities,
    })),
    teams: byBoard(teams.places, ({ uuid, name, rank, metres, activities, members }) => ({
      team: uuid,
      name,
      rank,
      metres,
      activities,
      members,
    })),
    teamsRankedBy: teams.rankedBy,
  };
  const text = canonicalJson(document);
  return { text, sha256: sha256Of(text), personIds };
}

/** Returns the SHA-256 hash of a text in UTF-8, in hexadecimal. */
export const sha256Of = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

function byBoard<Place extends { sport: BoardSport }, Row>(
  places: Place[],
  row: (place: Place) => Row,
): Record<BoardSport, Row[]> {
  const boards = boardSports.map((sport) => [
    sport,
    places.filter((place) => place.sport === sport).map(row),
  ]);
  return Object.fromEntries(boards) as Record<BoardSport, Row[]>;
}
