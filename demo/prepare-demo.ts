import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Temporal } from 'temporal-polyfill';
import { lockInTransaction } from '../server/db/advisory-lock.ts';
import type { Database, Db } from '../server/db/db.ts';
import type { Env } from '../server/env.ts';
import { hashPassword, isPassword } from '../server/sign-in/passwords/password-hash.ts';
import { fillWithDemo } from './demo.ts';

const signIns = ['participant@example.com', 'organiser@example.com'];

/**
 * Fills an empty database with the demo company if the settings ask for it. Returns the lines to print at every start
 * of a demo: the guest code, and the credentials of the two people who can sign in.
 */
export async function prepareDemo(database: Database, env: Env, now: Temporal.Instant): Promise<string[]> {
  const wanted = env.demo === 'on' || (env.demo === 'auto' && database.engine === 'embedded');
  if (!wanted) return [];
  // Only one process can have the embedded database open, and it has only one connection.
  if (database.engine === 'embedded') return prepare(database.db, env, now);
  return database.db.transaction().execute(async (tx) => {
    await lockInTransaction(tx, 'demo');
    return prepare(database.db, env, now);
  });
}

async function prepare(db: Db, env: Env, now: Temporal.Instant): Promise<string[]> {
  const password = env.demoPassword ?? (await keptPassword(env.dataDir));
  if (await isEmpty(db)) await fillWithDemo(db, { now, passwordHash: await hashPassword(password) });
  const known = await passwordHashes(db);
  if (known.length === 0) return [];
  if (!(await isPassword(known[0], password))) await changePassword(db, await hashPassword(password));
  return [
    'Demo company: guest code WELCOME',
    `Sign in as ${signIns.join(' or ')} with the password ${password}`,
  ];
}

async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('people').select('id').limit(1).execute()).length === 0;
}

async function passwordHashes(db: Db): Promise<(string | null)[]> {
  const rows = await db.selectFrom('people').select('password_hash').where('email', 'in', signIns).execute();
  return rows.map((row) => row.password_hash);
}

async function changePassword(db: Db, passwordHash: string): Promise<void> {
  await db.updateTable('people').set({ password_hash: passwordHash }).where('email', 'in', signIns).execute();
}

/** The demo's password. It is created at the first start and stored, so that later starts print the same password. */
async function keptPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'demo-password');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(file, randomBytes(9).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return readFile(file, 'utf8');
}
