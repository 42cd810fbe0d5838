import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { platformTimeZone } from '../../kit/platform-day.ts';
import { ProblemError } from '../../kit/problem-error.ts';
import { forgetInChangeLog } from '../../management/change-log.ts';
import { forgetInSecurityLog } from '../../management/security-log/security-log.ts';
import type { AccountRemovalHooks } from '../dependencies.ts';
import { mustNotBeLastOrganiser } from '../last-organiser.ts';
import type { Person } from '../person.ts';

/**
 * Removes an account, in a transaction that `withRetry` runs. All personal data is deleted; kilometres stay as
 * anonymous sums. `check` runs after the person's data is locked, and may throw to refuse the removal. Throws 401 if
 * the account is already deleted, and 409 if the person is the last organiser.
 */
export async function removeAccount(
  tx: Db,
  removalHooks: AccountRemovalHooks,
  person: Person,
  today: Temporal.PlainDate,
  check: (tx: Db) => Promise<void> = async () => undefined,
): Promise<void> {
  await removalHooks.lock(tx, person.id);
  await lockForRemoval(tx, person);
  await mustNotBeLastOrganiser(tx, person);
  await check(tx);
  await removalHooks.remove(tx, person, today);
  await forgetInChangeLog(tx, person.id);
  await forgetInSecurityLog(tx, person.id);
  await removePerson(tx, person.id, today);
}

/**
 * Locks a person's row before the person is removed, so that concurrent writes about the person wait. Throws 401 if the
 * account was deleted in the meantime.
 */
async function lockForRemoval(tx: Db, person: Person): Promise<void> {
  const found = await tx.selectFrom('people').select('id').where('id', '=', person.id).forUpdate().execute();
  if (found.length === 0) throw new ProblemError(401, 'signedOut');
}

/**
 * Deletes a person's row, together with their mailed links and identities. This must be the last step, when nothing
 * else refers to the person. If the account was activated, past participant counts still include the person
 * anonymously.
 */
async function removePerson(tx: Db, personId: number, today: Temporal.PlainDate): Promise<void> {
  await sql`
    insert into departed_people as day (day, came, went)
    select day, sum(came), sum(went)
    from people cross join lateral (
      values ((activated_at at time zone ${platformTimeZone})::date, 1, 0), (${today.toString()}::date, 0, 1)
    ) as counted (day, came, went)
    where people.id = ${personId} and activated_at is not null
    group by day order by day
    on conflict (day) do update set came = day.came + excluded.came, went = day.went + excluded.went`.execute(
    tx,
  );
  await tx.deleteFrom('people').where('id', '=', personId).execute();
}

/**
 * PostgreSQL's error codes for conflicts with concurrent changes: a deadlock, and a new row that refers to the person.
 */
const collisions = ['40P01', '23503'];

/**
 * Runs a transaction and retries it up to twice, because somebody may concurrently make this person a captain or like
 * their activity.
 */
export async function withRetry<Result>(
  db: Db,
  work: (tx: Db) => Promise<Result>,
  triesLeft = 3,
): Promise<Result> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (triesLeft === 1 || !collisions.includes((error as { code?: string }).code ?? '')) throw error;
    return withRetry(db, work, triesLeft - 1);
  }
}
