import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { ManagedQuery } from '../../contract/kit/managed-resource.ts';
import type { Operation } from '../../contract/kit/operation.ts';
import type { Db } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';
import type { Page } from '../kit/hydra.ts';
import type { Iris } from '../kit/iris.ts';
import { notFound, ProblemError } from '../kit/problem-error.ts';
import { logChange } from './change-log.ts';
import { pageOf, type Rows } from './managed-list.ts';
import { mustBeSendable, mustBeWritable, type RowContract } from './readable-row.ts';

type Values = Record<string, unknown>;

/** The contract of a managed resource. */
interface ManagedContract extends RowContract {
  noun: string;
  list: Operation;
}

/**
 * How a domain manages a resource for organisers. `Fields` are the writable ones in the contract; a `Row` has those and
 * the read-only ones, by the contract's names.
 */
export interface Managed<Fields extends Values, Row extends Fields & { id: number }> {
  contract: ManagedContract;
  /** The table whose row is locked during a change, or a function that locks it. */
  table: keyof Tables | ((tx: Db, id: number) => Promise<unknown>);
  /** All rows, as shown. */
  rows(db: Db): Rows<Row>;
  /** The columns to search. */
  searched?: (keyof Row & string)[];
  /** The owner of a row, if it belongs to a person. */
  subjectOf?(row: Row): number | undefined;
  /** Prepares the fields for storage, before a transaction begins, as cleaning markup takes long. Throws violations. */
  cleaned?(fields: Fields): Promise<Fields>;
  /** Throws violations; returns the id. */
  create?(tx: Db, fields: Fields, now: Temporal.Instant): Promise<number>;
  /** Throws violations. `before` is the state that `fields` replace. */
  replace?(tx: Db, id: number, fields: Fields, now: Temporal.Instant, before: Row): Promise<void>;
  /** Throws 409 if it is in use. */
  remove?(tx: Db, id: number, now: Temporal.Instant, before: Row): Promise<void>;
}

/** The author and time of a change. */
export interface Author {
  id: number;
  now: Temporal.Instant;
}

type Dressed<Row> = Row & { '@id': string; '@type': never; version: string };

/** Lists managed resources by a query. */
export async function listManaged<Fields extends Values, Row extends Fields & { id: number }>(
  db: Db,
  iris: Iris,
  managed: Managed<Fields, Row>,
  query: ManagedQuery,
): Promise<Page<Dressed<Row>>> {
  const page = await pageOf(db, managed.rows(db), query, managed.searched);
  return { ...page, members: page.members.map((row) => dress(iris, managed, row)) };
}

/** One managed resource. Throws 404 if there is none. */
export async function oneManaged<Fields extends Values, Row extends Fields & { id: number }>(
  db: Db,
  iris: Iris,
  managed: Managed<Fields, Row>,
  id: number,
): Promise<Dressed<Row>> {
  const { rows } = await sql<Row>`select * from (${managed.rows(db)}) as rows where id = ${id}`.execute(db);
  if (!rows[0]) throw notFound();
  return dress(iris, managed, rows[0]);
}

/** Adds one, and returns it. Throws the domain's errors. */
export async function createManaged<Fields extends Values, Row extends Fields & { id: number }>(
  db: Db,
  iris: Iris,
  managed: Managed<Fields, Row>,
  fields: Fields,
  author: Author,
): Promise<Dressed<Row>> {
  const clean = (await managed.cleaned?.(fields)) ?? fields;
  return db.transaction().execute((tx) => createWithin(tx, iris, managed, clean, author));
}

/** Adds one in a larger transaction, and returns it. Throws the domain's errors. */
export async function createWithin<Fields extends Values, Row extends Fields & { id: number }>(
  tx: Db,
  iris: Iris,
  managed: Managed<Fields, Row>,
  fields: Fields,
  author: Author,
): Promise<Dressed<Row>> {
  if (!managed.create) throw notFound();
  const id = await managed.create(tx, fields, author.now);
  const after = await oneManaged(tx, iris, managed, id);
  mustBeWritable(managed.contract, after);
  mustBeSendable(managed.contract, after);
  await log(tx, managed, author, 'create', undefined, after);
  return after;
}

/**
 * Changes one, and returns it. Throws 404 if there is none, 409 if it has changed since the given version, and the
 * domain's errors.
 */
export async function replaceManaged<Fields extends Values, Row extends Fields & { id: number }>(
  db: Db,
  iris: Iris,
  managed: Managed<Fields, Row>,
  id: number,
  { version, ...fields }: Fields & { version: string },
  author: Author,
): Promise<Dressed<Row>> {
  const clean = (await managed.cleaned?.(fields as unknown as Fields)) ?? (fields as unknown as Fields);
  return changeManaged(db, iris, managed, id, { version, action: 'replace' }, author, async (tx, before) => {
    await managed.replace?.(tx, id, clean, author.now, before);
    mustBeWritable(managed.contract, await oneManaged(tx, iris, managed, id));
  });
}

/** Removes one. Throws 404 if there is none, 409 if it is in use or has changed. */
export function removeManaged<Fields extends Values, Row extends Fields & { id: number }>(
  db: Db,
  iris: Iris,
  managed: Managed<Fields, Row>,
  id: number,
  version: string,
  author: Author,
  reason?: string,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const before = await lockManaged(tx, iris, managed, id, version);
    await managed.remove?.(tx, id, author.now, before);
    await log(tx, managed, author, 'remove', before, undefined, reason);
  });
}

/**
 * Applies an action of the resource's own under its lock, with a line in the change log; returns the new state. Checks
 * `version` if it is given. Throws 404 if there is none, 409 if it has changed.
 */
export function changeManaged<Fields extends Values, Row extends Fields & { id: number }>(
  db: Db,
  iris: Iris,
  managed: Managed<Fields, Row>,
  id: number,
  { version, action, reason }: { version?: string; action: string; reason?: string },
  author: Author,
  change: (tx: Db, before: Row) => Promise<unknown>,
): Promise<Dressed<Row>> {
  return db.transaction().execute(async (tx) => {
    const before = await lockManaged(tx, iris, managed, id, version);
    await change(tx, before);
    const after = await oneManaged(tx, iris, managed, id);
    mustBeSendable(managed.contract, after);
    await log(tx, managed, author, action, before, after, reason);
    return after;
  });
}

async function lockManaged<Fields extends Values, Row extends Fields & { id: number }>(
  tx: Db,
  iris: Iris,
  managed: Managed<Fields, Row>,
  id: number,
  version: string | undefined,
): Promise<Dressed<Row>> {
  const { table } = managed;
  if (typeof table === 'function') await table(tx, id);
  else await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(tx);
  const before = await oneManaged(tx, iris, managed, id);
  if (version !== undefined && before.version !== version) throw new ProblemError(409, 'changedMeanwhile');
  return before;
}

function log<Fields extends Values, Row extends Fields & { id: number }>(
  tx: Db,
  managed: Managed<Fields, Row>,
  { id: actor, now }: Author,
  action: string,
  before: Dressed<Row> | undefined,
  after: Dressed<Row> | undefined,
  reason?: string,
): Promise<void> {
  const either = after ?? before;
  const subject = either && managed.subjectOf?.(either);
  return logChange(tx, {
    actor,
    now,
    resource: managed.contract.noun,
    resourceId: either?.id ?? '',
    ...(subject === undefined ? {} : { subject }),
    action,
    reason,
    before: before && undressed(before),
    after: after && undressed(after),
  });
}

function dress<Fields extends Values, Row extends Fields & { id: number }>(
  iris: Iris,
  { contract }: Managed<Fields, Row>,
  row: Row,
): Dressed<Row> {
  return {
    ...row,
    '@id': iris.of(`${contract.list.path}/${row.id}`),
    '@type': contract.Item.resourceName as never,
    version: versionOf(contract.fieldNames, row),
  };
}

function undressed({ '@id': _id, '@type': _type, version: _version, ...values }: Values): Values {
  return values;
}

/** An identifier of the writable values of a row, which differs if they do. */
function versionOf(fieldNames: string[], row: Values): string {
  const state = JSON.stringify(fieldNames.map((name) => row[name] ?? null));
  return createHash('sha256').update(state).digest('base64url').slice(0, 22);
}
