import type { FastifyRequest } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import type { Clock } from '../kit/platform-day.ts';
import type { Person } from './person.ts';

/** A new person, who has no activities yet, and the team that they join. */
export interface NewMember {
  personId: number;
  /** The team's name. Upper and lower case are treated alike. */
  team: string;
}

/** How people join teams when organisers add or import them. */
export interface TeamEntry {
  /** Returns the given names that no team has, ignoring case. */
  unknownTeams(db: Db, names: string[]): Promise<Set<string>>;
  /** Adds new people to teams, and creates missing teams. Must run in a transaction. */
  addNewMembers(tx: Db, members: NewMember[], clock: Clock): Promise<void>;
}

/** What other domains do when an account is removed. Assembled in `server/composition.ts`. */
export interface AccountRemovalHooks {
  /** Makes another member the captain of a team that the person leads. */
  handOverTeam(tx: Db, personId: number): Promise<void>;
  endSessions(tx: Db, personId: number): Promise<void>;
  /** Ends a request's session without saving the session again. */
  endSession(request: FastifyRequest): Promise<void>;
  /** Locks a person's data, in the same order as other writes, and hands over the person's team. */
  lock(tx: Db, personId: number): Promise<void>;
  /** Removes a person's data from all other domains. Kilometres stay as anonymous sums. */
  remove(tx: Db, person: Person, today: Temporal.PlainDate): Promise<void>;
  /**
   * Reads a person's connected accounts. Returns a function to call once the person is removed: it revokes the consents
   * at the services, and returns any errors.
   */
  revocation(db: Db, personId: number): Promise<() => Promise<unknown[]>>;
}

/** The ranks on a board of all sports or of a sport type. */
export interface BoardRanks {
  /** The number of people on the board. */
  people: number;
  /** Returns the rank of a score, in hundredths of a kilometre. */
  of(hundredths: number): number;
  /** Returns a person's metres, and their rank, which is null if they have less than five metres. */
  ofPerson(id: number): { metres: number; rank: number | null };
  /** Returns the people who share the next better rank; nobody if the person is first or not on the board. */
  aheadOf(id: number): { rank: number; people: { id: number; metres: number }[] };
}

/** Returns the current ranks on a board. */
export type RanksOn = (board: string, sport: string) => Promise<BoardRanks>;
