import type { Temporal } from 'temporal-polyfill';
import type * as z from 'zod/mini';
import type { create } from '../../contract/managed/teams.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import { todayFor } from '../kit/platform-day.ts';
import { violation } from '../kit/problem-error.ts';
import { type Author, createManaged } from '../management/managed-resource.ts';
import { managedTeams } from './managed-teams.ts';
import { isInTeam } from './membership.ts';
import { newTeam } from './team.ts';

/**
 * Creates a team for a captain whom an organiser chose, even while teams are locked. Throws 422 if another team has the
 * name, ignoring case, or if the captain does not exist or is already in a team.
 */
export function addTeam(
  db: Db,
  iris: Iris,
  { name, captainId }: z.output<typeof create.body>,
  author: Author,
) {
  const make = async (tx: Db, _: unknown, now: Temporal.Instant) => {
    const captain = await tx
      .selectFrom('people')
      .select('id')
      .where('id', '=', captainId)
      .where('deactivated_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!captain) throw violation('captainId', 'person.unknown');
    if (await isInTeam(tx, captainId)) throw violation('captainId', 'team.captainTaken');
    return newTeam(tx, name, captainId, { now, today: todayFor(now, undefined) });
  };
  const added: typeof managedTeams = { ...managedTeams, create: make };
  return createManaged(db, iris, added, { name }, author);
}
