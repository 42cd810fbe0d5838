import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import { openDeferredTransaction } from '../db/deferred-transaction.ts';
import { encryptorOf, keyFrom } from '../db/encryption.ts';
import { detailsOf } from '../db/workout-details.ts';
import { ProblemError } from './problem-error.ts';

/** How long responses are stored: long enough for a phone that was offline overnight. */
const hoursKept = 24;

/** A call that creates something, with the caller's idempotency key. */
export interface KeyedCall {
  key: string;
  /** The caller, who owns the key; null for anonymous callers. */
  personId: number | null;
  /** Identifies the call and its input. */
  content: unknown;
}

/** A response to store under an idempotency key. */
export interface AnswerRow {
  id: string;
  personId: number | null;
  request: string;
  answer: string;
}

/** Lets a `create` function that uses its own transaction store the response of the call. */
export interface AnswerKeeper {
  /** Returns the row that this transaction must store with `keepAnswers`. */
  rowOf(answer: unknown): AnswerRow;
  /** Whether the row is committed; set by the `create` function. */
  isKept: boolean;
}

/**
 * Runs a create call once per key; a repeated call gets the stored response. `create` either writes with the
 * given handle, or uses its own transaction and stores the response in it with the keeper.
 */
export type Once = <Result>(
  call: KeyedCall,
  now: Temporal.Instant,
  create: (db: Db, keeper: AnswerKeeper) => Promise<Result>,
) => Promise<Result>;

/**
 * Returns a function that runs a create call once per key. The response is stored in the same transaction as the
 * creation. If two calls with the same key arrive concurrently, the second waits for the first. Stored responses can
 * only be decrypted with the server's secret or, in employer-blind mode, with the details key. Throws 422 if the
 * key was used for another call.
 */
export function idempotentRunner(db: Db, pool: pg.Pool, secret: string): Once {
  const details = detailsOf(db);
  const { encrypt, decrypt } = details?.encryptor ?? encryptorOf(secret);
  const hashKey = keyFrom(details?.key ?? secret, 'idempotency keys');
  const hashOf = (value: unknown) =>
    createHmac('sha256', hashKey).update(JSON.stringify(value)).digest('base64url');

  const find = async <Result>(id: string, request: string, now: Temporal.Instant) => {
    const kept = await db
      .selectFrom('idempotency_keys')
      .select(['request', 'answer'])
      .where('id', '=', id)
      .where('answered_at', '>', keptSince(now) as never)
      .executeTakeFirst();
    if (!kept) return undefined;
    if (kept.request !== request) throw new ProblemError(422, 'idempotencyKeyReused');
    return { answer: JSON.parse(decrypt(id, kept.answer)) as Result };
  };

  return async (call, now, create) => {
    const id = hashOf([call.personId, call.key]);
    const request = hashOf(call.content);
    const transaction = openDeferredTransaction(pool, db.getExecutor().plugins);
    const keeper: AnswerKeeper = {
      rowOf: (answer) => ({
        id,
        personId: call.personId,
        request,
        answer: encrypt(id, JSON.stringify(answer)),
      }),
      isKept: false,
    };
    try {
      const answer = await create(transaction.db, keeper);
      if (keeper.isKept) return answer;
      if (await keepAnswers(transaction.db, [keeper.rowOf(answer)], now)) {
        await transaction.commit();
        return answer;
      }
    } catch (error) {
      await transaction.rollback().catch(() => undefined);
      // An earlier or concurrent call with the same key may have succeeded and made this one fail, for example by
      // taking the name.
      const before = await find<Awaited<ReturnType<typeof create>>>(id, request, now);
      if (before) return before.answer;
      throw error;
    }
    await transaction.rollback();
    const before = await find<Awaited<ReturnType<typeof create>>>(id, request, now);
    if (!before) throw new ProblemError(409, 'idempotencyKeyGone');
    return before.answer;
  };
}

/**
 * Stores responses in the transaction of the creations; returns false if any of the keys already has a valid response.
 */
export async function keepAnswers(tx: Db, answers: AnswerRow[], now: Temporal.Instant): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_keys as kept (id, person_id, request, answer, answered_at)
    select id, person_id, request, answer, ${now.toString()}::timestamptz
    from unnest(
      ${answers.map(({ id }) => id)}::text[], ${answers.map(({ personId }) => personId)}::int[],
      ${answers.map(({ request }) => request)}::text[], ${answers.map(({ answer }) => answer)}::text[]
    ) as given (id, person_id, request, answer)
    order by id
    on conflict (id) do update
    set request = excluded.request, answer = excluded.answer, answered_at = excluded.answered_at
    where kept.answered_at <= ${keptSince(now)}
    returning 1`.execute(tx);
  return rows.length === answers.length;
}

const keptSince = (now: Temporal.Instant) => now.subtract({ hours: hoursKept }).toString();

/** Deletes expired responses. */
export async function removeOldAnswers(db: Db, now: Temporal.Instant): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('answered_at', '<=', keptSince(now) as never)
    .execute();
}
