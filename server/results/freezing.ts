import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { moveSportType, recountSport } from '../activities/counting/sport-recount.ts';
import { type ChallengeRow, findChallenge, nameOf } from '../challenges/challenge.ts';
import { markFrozen } from '../challenges/challenge-change.ts';
import { stateOf } from '../challenges/challenge-state.ts';
import { registeredPersons } from '../challenges/challenge-totals.ts';
import type { Db } from '../db/db.ts';
import { ProblemError } from '../kit/problem-error.ts';
import type { Queue } from '../kit/queue.ts';
import { logChange } from '../management/change-log.ts';
import { type EnqueueTask, type TaskKind, taskEnqueuer, tasksUnderWay } from '../management/tasks/task.ts';
import { lockBoardTables } from '../rankings/rebuild.ts';
import { finalPlaces, finalTeamPlaces } from './final-boards.ts';
import { resultFile } from './result-file.ts';

/** The input of a task that freezes the results of a challenge. */
interface Freezing {
  challenge: string;
  by: number | null;
}

/**
 * The task that stores the final results of a challenge, in one step. Does nothing if the results are already frozen.
 */
export const freezeChallenge: TaskKind<Freezing, Record<string, never>> = {
  name: 'freeze-challenge',
  input: z.object({ challenge: z.uuid(), by: z.nullable(z.int()) }),
  async step(tx, { challenge: uuid, by }, _cursor, now) {
    // Wait for running recounts, because the results must include recounts that started while the challenge was open.
    if (await tasksUnderWay(tx, [recountSport, moveSportType]))
      throw new NotReady('a sport is being recounted');
    // Lock the challenge before its boards, in the same order as all other changes to a challenge.
    const held = await tx
      .selectFrom('challenges')
      .select('counted_from')
      .where('uuid', '=', uuid)
      .forUpdate()
      .executeTakeFirst();
    if (held?.counted_from) throw new NotReady('its boards are being recomputed');
    await lockBoardTables(tx);
    const challenge = await findChallenge(tx, uuid);
    if (challenge.frozen_at) return { cursor: undefined, done: 0 };
    // The challenge's dates may have changed since the task was started automatically.
    if (by === null && stateOf(challenge, now) !== 'frozen') return { cursor: undefined, done: 0 };
    mustBeOver(challenge, now);
    const places = await finalPlaces(tx, challenge);
    const file = resultFile(challenge, now, places, await finalTeamPlaces(tx, challenge));
    await markFrozen(tx, challenge.id, now);
    const actor = await existingPersonId(tx, by);
    await store(tx, challenge, file, actor);
    await logChange(tx, {
      actor,
      now,
      resource: 'challenges',
      resourceId: challenge.id,
      action: 'freeze',
      after: { frozenAt: now.toString(), sha256: file.sha256 },
    });
    return { cursor: undefined, done: places.length, result: { sha256: file.sha256 } };
  },
};

/**
 * Starts a task that freezes the results of a challenge, and returns the task's id. Throws 404 if the challenge does
 * not exist, and 409 if the challenge is not over or already frozen.
 */
export async function requestFreeze(
  tx: Db,
  ask: EnqueueTask,
  uuid: string,
  { by, now }: { by: number | null; now: Temporal.Instant },
): Promise<number> {
  const challenge = await findChallenge(tx, uuid);
  if (challenge.frozen_at) throw new ProblemError(409, 'challengeFrozen');
  mustBeOver(challenge, now);
  return ask(tx, freezeChallenge, { challenge: uuid, by }, { subject: nameOf(challenge), by, now });
}

/**
 * Starts a task that freezes the results of each challenge whose grace period has ended, unless one is already running.
 */
export async function enqueueDueFreezes(db: Db, queue: Queue, now: Temporal.Instant): Promise<void> {
  const ask = await taskEnqueuer(queue);
  for (const { uuid } of await dueChallenges(db, now).execute())
    await db.transaction().execute(async (tx) => {
      if (await tasksUnderWay(tx, [freezeChallenge], uuid)) return;
      // Another process may have frozen the results since, or an organiser may have changed or deleted the challenge.
      const isStillDue = await dueChallenges(tx, now).where('uuid', '=', uuid).executeTakeFirst();
      if (isStillDue) await requestFreeze(tx, ask, uuid, { by: null, now });
    });
}

/** Selects the challenges whose grace period has ended and whose results are not frozen. */
const dueChallenges = (db: Db, now: Temporal.Instant) =>
  db
    .selectFrom('challenges')
    .select('uuid')
    .where('frozen_at', 'is', null)
    .where('closes_at', '<=', now.toString() as never);

/** Thrown to make the queue retry the task; has PostgreSQL's error code for an unavailable lock. */
class NotReady extends Error {
  readonly code = '55P03';
}

function mustBeOver(challenge: ChallengeRow, now: Temporal.Instant): void {
  if (['coming', 'running'].includes(stateOf(challenge, now)))
    throw new ProblemError(409, 'challengeNotOver');
}

/** Returns the id of the person who started the task, or null if the account has been deleted since. */
async function existingPersonId(tx: Db, id: number | null): Promise<number | null> {
  if (id === null) return null;
  const person = await tx
    .selectFrom('people')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return person?.id ?? null;
}

async function store(
  tx: Db,
  challenge: ChallengeRow,
  { text, sha256, personIds }: ReturnType<typeof resultFile>,
  actor: number | null,
): Promise<void> {
  await tx
    .insertInto('challenge_results')
    .values({
      challenge_id: challenge.id,
      file: text,
      sha256,
      person_id: actor,
      registered_persons: await registeredPersons(tx, challenge),
    })
    .execute();
  await sql`
    insert into challenge_result_people (challenge_id, number, person_id, given_name, surname, name_shown)
    select ${challenge.id}, number, people.id, shown_given_name, shown_surname, name_shown
    from unnest(${personIds}::int[]) with ordinality as numbered (id, number)
    join people on people.id = numbered.id`.execute(tx);
}
