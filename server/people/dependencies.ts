import type { FastifyRequest } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import type { Clock } from '../kit/platform-day.ts';
import type { Person } from './person.ts';

/** A person without activities yet, and their future team. */
export interface NewMember {
  personId: number;
  /** The team's name, ignoring case. */
  team: string;
}

/** How added people join teams. */
export interface TeamEntry {
  /** The names that belong to no team, ignoring case. */
  unknownTeams(db: Db, names: string[]): Promise<Set<string>>;
  /** Adds imported people to teams, in a transaction; missing teams are created. */
  joinAsNewcomers(tx: Db, members: NewMember[], clock: Clock): Promise<void>;
}

/** What higher domains do when an account ends; assembled in `server/composition.ts`. */
export interface AccountRemovalHooks {
  /** Gives a team that a person leads another captain. */
  handOverTeam(tx: Db, personId: number): Promise<void>;
  endSessions(tx: Db, personId: number): Promise<void>;
  /** Ends the session of a request without saving it again. */
  endSession(request: FastifyRequest): Promise<void>;
  /** Locks a person's data, in the order in which it is written elsewhere, and hands over their team. */
  lock(tx: Db, personId: number): Promise<void>;
  /** Removes a person's data from all other domains; kilometres stay as anonymous sums. */
  remove(tx: Db, person: Person, today: Temporal.PlainDate): Promise<void>;
  /**
   * Reads a person's connected accounts and returns a function that revokes them at the services once the person is
   * removed. That function returns the errors.
   */
  revocation(db: Db, personId: number): Promise<() => Promise<unknown[]>>;
}
