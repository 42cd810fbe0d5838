import { createHash, randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { PersonalToken } from '../../../../contract/ingest.ts';
import type { Db } from '../../../db/db.ts';
import type { Tables } from '../../../db/tables.ts';
import { detailsOf, storedMoment } from '../../../db/workout-details.ts';
import type { Visit } from '../../../kit/client-info.ts';
import type { Page } from '../../../kit/hydra.ts';
import type { Iris } from '../../../kit/iris.ts';
import { notFound, violation } from '../../../kit/problem-error.ts';
import { logSecurityEvent } from '../../../management/security-log/security-log.ts';
import type { Person } from '../../../people/person.ts';
import { withPersonLock } from '../../source-records/person-lock.ts';

type Shown = Omit<PersonalToken, '@context'>;

/** A prefix by which people and secret scanners recognise a token. */
const prefix = 'gc_';

/** The maximum number of tokens per person, enough for one token per app and device. */
const mostTokens = 10;

/** Hashes a token. Only the hash is stored, so that a leaked table does not reveal usable tokens. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

const toPersonalToken = (iris: Iris, row: Selectable<Tables['ingest_tokens']>): Shown => ({
  '@id': iris.of(`/platform/api/personal_tokens/${row.uuid}`),
  '@type': 'PersonalToken',
  uuid: row.uuid,
  name: row.name,
  createdAt: row.created_at.toString(),
  lastUsedAt: row.last_used_at?.toString() ?? null,
});

/** Lists a person's tokens, newest first. */
export async function listTokens(db: Db, iris: Iris, person: Person): Promise<Page<Shown>> {
  const rows = await db
    .selectFrom('ingest_tokens')
    .selectAll()
    .where('person_id', '=', person.id)
    .orderBy('id', 'desc')
    .execute();
  return { members: rows.map((row) => toPersonalToken(iris, row)), totalItems: rows.length };
}

/**
 * Creates a token for a person. Only this response contains the secret. Throws 422 if the person already has ten
 * tokens, and the errors of `mayMake`, for example if the session has ended.
 */
export async function makeToken(
  db: Db,
  iris: Iris,
  person: Person,
  name: string,
  visit: Visit,
  now: Temporal.Instant,
  mayMake: (tx: Db) => Promise<void>,
): Promise<Shown> {
  const token = `${prefix}${randomBytes(32).toString('base64url')}`;
  return withPersonLock(db, person.id, async (tx) => {
    await mayMake(tx);
    const own = await tx
      .selectFrom('ingest_tokens')
      .select('id')
      .where('person_id', '=', person.id)
      .execute();
    if (own.length >= mostTokens) throw violation('name', 'token.tooMany', { most: mostTokens });
    const details = detailsOf(tx)?.encrypt(person.id, { name });
    // The name is encrypted too, because it is often that of a device.
    const named = details ? { name: '', details } : { name };
    const row = await tx
      .insertInto('ingest_tokens')
      .values({ person_id: person.id, ...named, token_hash: hashOf(token), created_at: now.toString() })
      .returningAll()
      .executeTakeFirstOrThrow();
    await logSecurityEvent(tx, { kind: 'token-made', personId: person.id }, visit, now);
    return { ...toPersonalToken(iris, row), token };
  });
}

/** Revokes a token. Throws 404 if the person has no such token. */
export async function revokeToken(
  db: Db,
  person: Person,
  uuid: string,
  visit: Visit,
  now: Temporal.Instant,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('ingest_tokens')
      .where('uuid', '=', uuid)
      .where('person_id', '=', person.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound();
    await logSecurityEvent(tx, { kind: 'token-ended', personId: person.id }, visit, now);
  });
}

/** Revokes all tokens of a person because the password has changed, and returns the number of tokens. */
export async function revokeTokensOf(
  tx: Db,
  personId: number,
  visit: Visit,
  now: Temporal.Instant,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('ingest_tokens')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  const times = Number(numDeletedRows);
  const event = { kind: 'token-ended', detail: 'password', personId, times } as const;
  if (times > 0) await logSecurityEvent(tx, event, visit, now);
  return times;
}

/** Returns the owner of a token and updates when the token was last used. Returns undefined if the token is unknown. */
export async function ownerOf(
  db: Db,
  token: string,
  now: Temporal.Instant,
): Promise<{ id: number; personId: number } | undefined> {
  const row = await db
    .updateTable('ingest_tokens')
    .set({ last_used_at: sql<string>`${storedMoment(db, now).toString()}::timestamptz` })
    .where('token_hash', '=', hashOf(token))
    .returning(['id', 'person_id'])
    .executeTakeFirst();
  return row && { id: row.id, personId: row.person_id };
}
