import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { violation } from '../../kit/problem-error.ts';
import { logChange } from '../../management/change-log.ts';
import type { Author } from '../../management/managed-resource.ts';

/**
 * The first and last day on which teams are locked. If one of them is null, the lock is open-ended on that side; if
 * both are null, there is no lock.
 */
export interface TeamLock {
  from: string | null;
  until: string | null;
}

const key = 'teamLock';

/** Returns the days on which people cannot join, leave or create a team themselves. */
export async function readTeamLock(db: Db): Promise<TeamLock> {
  const row = await db.selectFrom('configs').select('value').where('key', '=', key).executeTakeFirst();
  return (row?.value as TeamLock | undefined) ?? { from: null, until: null };
}

/** Sets the days on which people cannot change teams. Throws 422 if the last day is before the first day. */
export async function setTeamLock(db: Db, lock: TeamLock, { id, now }: Author): Promise<TeamLock> {
  if (lock.from && lock.until && lock.until < lock.from) throw violation('until', 'moment.beforeStart');
  await db.transaction().execute(async (tx) => {
    const before = await readTeamLock(tx);
    const value = JSON.stringify(lock);
    await tx
      .insertInto('configs')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
    await logChange(tx, {
      actor: id,
      now,
      resource: 'team-lock',
      resourceId: key,
      action: 'replace',
      before: { ...before },
      after: { ...lock },
    });
  });
  return lock;
}

/** Returns whether teams are locked on the given day. */
export async function areTeamsLocked(db: Db, today: Temporal.PlainDate): Promise<boolean> {
  const { from, until } = await readTeamLock(db);
  const day = today.toString();
  return (
    (from !== null || until !== null) && (from === null || from <= day) && (until === null || day <= until)
  );
}
