import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { ProvisioningToken } from '../../contract/managed/provisioning.ts';
import type { Db } from '../db/db.ts';
import type { Visit } from '../kit/client-info.ts';
import type { Page } from '../kit/hydra.ts';
import type { Iris } from '../kit/iris.ts';
import { notFound, violation } from '../kit/problem-error.ts';
import { logChange } from '../management/change-log.ts';
import type { Author } from '../management/managed-resource.ts';
import { logSecurityEvent } from '../management/security-log/security-log.ts';

type Shown = Omit<ProvisioningToken, '@context'>;

/** A prefix by which people and secret scanners recognise a token. */
const prefix = 'gcp_';

/** The maximum number of tokens: one for the directory, one to replace it, and some for other sources of people. */
const mostTokens = 5;

/**
 * Hashes a token. Tokens are stored and looked up as hashes, so that neither a leaked table nor the timing of a look-up
 * reveals a token.
 */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

const shownTokens = (db: Db) =>
  db
    .selectFrom('provisioning_tokens')
    .leftJoin('people', 'people.id', 'created_by')
    .select(['provisioning_tokens.id', 'uuid', 'name', 'provisioning_tokens.created_at', 'last_used_at'])
    .select(sql<string | null>`given_name || ' ' || surname`.as('creator'));

type Row = Awaited<ReturnType<ReturnType<typeof shownTokens>['executeTakeFirstOrThrow']>>;

const toShown = (iris: Iris, row: Row): Shown => ({
  '@id': iris.of(`/platform/api/management/provisioning-tokens/${row.uuid}`),
  '@type': 'ProvisioningToken',
  uuid: row.uuid,
  name: row.name,
  createdBy: row.creator,
  createdAt: row.created_at.toString(),
  lastUsedAt: row.last_used_at?.toString() ?? null,
});

/** Lists the provisioning tokens, newest first. */
export async function listProvisioningTokens(db: Db, iris: Iris): Promise<Page<Shown>> {
  const rows = await shownTokens(db).orderBy('provisioning_tokens.id', 'desc').execute();
  return { members: rows.map((row) => toShown(iris, row)), totalItems: rows.length };
}

/**
 * Creates a token for a directory. The token itself is only in this response. Other tokens stay valid, so
 * that a directory can switch to the new one. Throws 422 if there are five tokens already, and the errors of
 * `mayMake`.
 */
export async function makeProvisioningToken(
  db: Db,
  iris: Iris,
  name: string,
  author: Author,
  visit: Visit,
  mayMake: (tx: Db) => Promise<void>,
): Promise<Shown> {
  const token = `${prefix}${randomBytes(32).toString('base64url')}`;
  return db.transaction().execute(async (tx) => {
    await mayMake(tx);
    const existing = await tx.selectFrom('provisioning_tokens').select('id').forUpdate().execute();
    if (existing.length >= mostTokens) throw violation('name', 'token.tooMany', { most: mostTokens });
    const { id } = await tx
      .insertInto('provisioning_tokens')
      .values({ name, token_hash: hashOf(token), created_by: author.id, created_at: author.now.toString() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await logToken(tx, 'token-made', { id, name }, author, visit);
    const row = await shownTokens(tx).where('provisioning_tokens.id', '=', id).executeTakeFirstOrThrow();
    return { ...toShown(iris, row), token };
  });
}

/** Revokes a token immediately. Throws 404 if it does not exist. */
export async function revokeProvisioningToken(
  db: Db,
  uuid: string,
  author: Author,
  visit: Visit,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .deleteFrom('provisioning_tokens')
      .where('uuid', '=', uuid)
      .returning(['id', 'name'])
      .executeTakeFirst();
    if (!row) throw notFound();
    await logToken(tx, 'token-ended', row, author, visit);
  });
}

async function logToken(
  tx: Db,
  kind: 'token-made' | 'token-ended',
  { id, name }: { id: number; name: string },
  { id: actor, now }: Author,
  visit: Visit,
): Promise<void> {
  await logSecurityEvent(tx, { kind, detail: 'provisioning', personId: actor }, visit, now);
  await logChange(tx, {
    ...{ actor, now, resource: 'provisioning-tokens', resourceId: id },
    ...(kind === 'token-made'
      ? { action: 'create', after: { name } }
      : { action: 'remove', before: { name } }),
  });
}

/**
 * The time of a token's last use is updated at most once in this many minutes, so that concurrent requests do
 * not wait for each other.
 */
const useMinutes = 10;

/** Returns the id of a valid token and records its use. Returns undefined for an unknown token. */
export async function provisioningTokenId(
  db: Db,
  token: string,
  now: Temporal.Instant,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('provisioning_tokens')
    .select(['id', 'last_used_at'])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  if (!row) return undefined;
  const due = now.subtract({ minutes: useMinutes });
  if (!row.last_used_at || row.last_used_at.epochMilliseconds < due.epochMilliseconds)
    await db
      .updateTable('provisioning_tokens')
      .set({ last_used_at: now.toString() })
      .where('id', '=', row.id)
      .execute();
  return row.id;
}
