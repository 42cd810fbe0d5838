import type { FastifyRequest } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import type { Clock } from '../kit/platform-day.ts';
import type { Person } from './person.ts';

/** A person without activities yet, and the team to put them in. */
export interface NewMember {
  personId: number;
  /** Its name, whatever its case. */
  team: string;
}

/** How people who are added get into teams. */
export interface TeamEntry {
  /** Those of the names that are no team's, whatever their case. */
  unknownTeams(db: Db, names: string[]): Promise<Set<string>>;
  /** Adds imported people to teams, in a transaction; missing teams are created. */
  joinAsNewcomers(tx: Db, members: NewMember[], clock: Clock): Promise<void>;
}

/** What the domains above do when an account ends; `server/composition.ts` puts it together. */
export interface AccountRemovalHooks {
  /** Gives a team that a person leads another captain. */
  handOverTeam(tx: Db, personId: number): Promise<void>;
  endSessions(tx: Db, personId: number): Promise<void>;
  /** Ends the session of a request without saving it again. */
  endSession(request: FastifyRequest): Promise<void>;
  /** Locks what is written about a person, in the order in which it is written, and hands over their team. */
  lock(tx: Db, personId: number): Promise<void>;
  /** Removes all that other domains keep of a person; kilometres stay as sums without a person. */
  remove(tx: Db, person: Person, today: Temporal.PlainDate): Promise<void>;
  /**
   * Reads a person's connected accounts and returns what revokes them at the services once the person is removed. That
   * returns what went wrong.
   */
  revocation(db: Db, personId: number): Promise<() => Promise<unknown[]>>;
}
