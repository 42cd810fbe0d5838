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

interface ManagedContract extends RowContract {
  noun: string;
  list: Operation;
}

/**
 * How organisers manage a resource of a domain. `Fields` are the writable fields, named as in the contract; a `Row`
 * also has the read-only fields.
 */
export interface Managed<Fields extends Values, Row extends Fields & { id: number }> {
  contract: ManagedContract;
  /** The table whose row is locked during a change, or a function that takes a lock until the transaction ends. */
  table: keyof Tables | ((tx: Db, id: number) => Promise<unknown>);
  /** Selects all rows with the fields that organisers see. */
  rows(db: Db): Rows<Row>;
  /** The searchable columns. */
  searched?: (keyof Row & string)[];
  /** Returns the id of the person whom a row belongs to, if any. */
  subjectOf?(row: Row): number | undefined;
  /**
   * Prepares the fields for storage. This runs before the transaction begins, because sanitising markup is slow. Throws
   * violations.
   */
  cleaned?(fields: Fields): Promise<Fields>;
  /** Creates the resource and returns its id. Throws violations. */
  create?(tx: Db, fields: Fields, now: Temporal.Instant): Promise<number>;
  /** Replaces the fields; `before` is the state before the change. Throws violations. */
  replace?(tx: Db, id: number, fields: Fields, now: Temporal.Instant, before: Row): Promise<void>;
  /** Removes the resource. Throws 409 if it is in use. */
  remove?(tx: Db, id: number, now: Temporal.Instant, before: Row): Promise<void>;
}

/** The author and time of a change. */
export interface Author {
  id: number;
  now: Temporal.Instant;
}

type Resource<Row> = Row & { '@id': string; '@type': never; version: string };

/** Lists the resources that match a query. */
export async function listManaged<Fields extends Values, Row extends Fields & { id: number }>(
  db: Db,
  iris: Iris,
  managed: Managed<Fields, Row>,
  query: ManagedQuery,
): Promise<Page<Resource<Row>>> {
  const page = await pageOf(db, managed.rows(db), query, managed.searched);
  return { ...page, members: page.members.map((row) => toResource(iris, managed, row)) };
}

/** Finds a resource by id. Throws 404 for an unknown id. */
export async function oneManaged<Fields extends Values, Row extends Fields & { id: number }>(
  db: Db,
  iris: Iris,
  managed: Managed<Fields, Row>,
  id: number,
): Promise<Resource<Row>> {
  const { rows } = await sql<Row>`select * from (${managed.rows(db)}) as rows where id = ${id}`.execute(db);
  if (!rows[0]) throw notFound();
  return toResource(iris, managed, rows[0]);
}

/** Creates a resource and returns it. Throws the domain's errors. */
export async function createManaged<Fields extends Values, Row extends Fields & { id: number }>(
  db: Db,
  iris: Iris,
  managed: Managed<Fields, Row>,
  fields: Fields,
  author: Author,
): Promise<Resource<Row>> {
  const clean = (await managed.cleaned?.(fields)) ?? fields;
  return db.transaction().execute((tx) => createWithin(tx, iris, managed, clean, author));
}

/** Creates a resource in an existing transaction and returns it. Throws the domain's errors. */
export async function createWithin<Fields extends Values, Row extends Fields & { id: number }>(
  tx: Db,
  iris: Iris,
  managed: Managed<Fields, Row>,
  fields: Fields,
  author: Author,
): Promise<Resource<Row>> {
  if (!managed.create) throw notFound();
  const id = await managed.create(tx, fields, author.now);
  const after = await oneManaged(tx, iris, managed, id);
  mustBeWritable(managed.contract, after);
  mustBeSendable(managed.contract, after);
  await log(tx, managed, author, 'create', undefined, after);
  return after;
}

/**
 * Replaces a resource and returns it. Throws 404 for an unknown id, 409 if the resource has changed since the given
 * version, and the domain's errors.
 */
export async function replaceManaged<Fields extends Values, Row extends Fields & { id: number }>(
  db: Db,
  iris: Iris,
  managed: Managed<Fields, Row>,
  id: number,
  { version, ...fields }: Fields & { version: string },
  author: Author,
): Promise<Resource<Row>> {
  const clean = (await managed.cleaned?.(fields as unknown as Fields)) ?? (fields as unknown as Fields);
  return changeManaged(db, iris, managed, id, { version, action: 'replace' }, author, async (tx, before) => {
    await managed.replace?.(tx, id, clean, author.now, before);
    mustBeWritable(managed.contract, await oneManaged(tx, iris, managed, id));
  });
}

/** Removes a resource. Throws 404 for an unknown id, 409 if the resource is in use or has changed. */
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
 * Runs an action that is specific to a resource while the resource is locked, adds a line to the change log, and
 * returns the new state. Checks `version` if given. Throws 404 for an unknown id, 409 if the resource has changed.
 */
export function changeManaged<Fields extends Values, Row extends Fields & { id: number }>(
  db: Db,
  iris: Iris,
  managed: Managed<Fields, Row>,
  id: number,
  { version, action, reason }: { version?: string; action: string; reason?: string },
  author: Author,
  change: (tx: Db, before: Row) => Promise<unknown>,
): Promise<Resource<Row>> {
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
): Promise<Resource<Row>> {
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
  before: Resource<Row> | undefined,
  after: Resource<Row> | undefined,
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
    before: before && valuesOf(before),
    after: after && valuesOf(after),
  });
}

function toResource<Fields extends Values, Row extends Fields & { id: number }>(
  iris: Iris,
  { contract }: Managed<Fields, Row>,
  row: Row,
): Resource<Row> {
  return {
    ...row,
    '@id': iris.of(`${contract.list.path}/${row.id}`),
    '@type': contract.Item.resourceName as never,
    version: versionOf(contract.fieldNames, row),
  };
}

function valuesOf({ '@id': _id, '@type': _type, version: _version, ...values }: Values): Values {
  return values;
}

/** Returns a version identifier, which changes whenever one of the writable values changes. */
function versionOf(fieldNames: string[], row: Values): string {
  const state = JSON.stringify(fieldNames.map((name) => row[name] ?? null));
  return createHash('sha256').update(state).digest('base64url').slice(0, 22);
}
