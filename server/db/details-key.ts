import { type Kysely, sql } from 'kysely';
import { lockInTransaction } from './advisory-lock.ts';
import type { Db } from './db.ts';
import type { Tables } from './tables.ts';
import { detailsOf, WorkoutDetails } from './workout-details.ts';

/** The encryption context of the proof, and its text. */
const proof = { place: 'proof of the details key', text: 'employer-blind' };

/**
 * The id sequences of the tables with details. They show whether there have ever been rows, even if all have been
 * deleted.
 */
const sequences = ['activities', 'source_records', 'connected_accounts', 'ingest_tokens'].map(
  (name) => `${name}_id_seq`,
);

/**
 * Checks the details key of a database handle when a process starts. The first start with a key switches on
 * employer-blind mode. Throws an error for the operator if the key is missing or wrong, or if unencrypted details
 * already exist.
 */
export async function checkDetailsKey(db: Db): Promise<void> {
  const details = detailsOf(db);
  await db.transaction().execute(async (tx) => {
    await lockInTransaction(tx, 'detailsKey');
    const row = await tx.selectFrom('details_key').select('proof').executeTakeFirst();
    const problem = detailsKeyProblem(row?.proof, details?.key);
    if (problem) throw new Error(problem);
    if (details && !row) await switchOn(tx, details);
  });
}

/** Returns what is wrong with a details key, given the proof in the database; undefined if the key is right. */
export function detailsKeyProblem(stored: string | undefined, key: string | undefined): string | undefined {
  if (stored === undefined) return undefined;
  if (!key)
    return 'DETAILS_KEY: this database was created in employer-blind mode; set the key that it was created with and start again.';
  try {
    if (new WorkoutDetails(key).encryptor.decrypt(proof.place, stored) === proof.text) return undefined;
  } catch {
    // The text was encrypted with another key.
  }
  return 'DETAILS_KEY: this is not the key that the database was created with; set the right key and start again.';
}

/**
 * Switches on employer-blind mode. From then on, the database itself refuses details that are not encrypted, for
 * example from a process that was started without the key.
 */
async function switchOn(tx: Kysely<Tables>, details: WorkoutDetails): Promise<void> {
  const { rows } = await sql`
    select from pg_sequences
    where schemaname = current_schema() and sequencename = any(${sequences}::text[]) and last_value is not null`.execute(
    tx,
  );
  if (rows.length > 0)
    throw new Error(
      'DETAILS_KEY: activities, connected services or personal tokens already exist, and their details are not encrypted; unset DETAILS_KEY, or set it for a new database.',
    );
  await tx
    .insertInto('details_key')
    .values({ proof: details.encryptor.encrypt(proof.place, proof.text) })
    .execute();
  await sql`
    alter table activities drop constraint activities_source_check, add constraint details_are_encrypted check (
      details is not null and info is null and source in ('manual', 'received')
      and (amount_type = 'time' or seconds is null)
    )`.execute(tx);
  await sql`
    alter table source_records add constraint details_are_encrypted check (
      details is not null and source in ('manual', 'received') and sport_type = '' and not edited
      and num_nonnulls(started_at, elapsed_seconds, moving_seconds, metres, steps, name, device, view_url, came_from) = 0
    )`.execute(tx);
  await sql`
    alter table connected_accounts drop constraint connected_accounts_platform_check, add constraint details_are_encrypted check (
      details is not null and platform not in ('Fitbit', 'Garmin', 'Polar', 'Strava') and scopes = '{}'
      and expires_at is null
    )`.execute(tx);
  await sql`alter table account_reads add constraint details_are_encrypted check (platform = '')`.execute(tx);
  await sql`
    alter table ingest_tokens add constraint details_are_encrypted check (details is not null and name = '')`.execute(
    tx,
  );
  // Changes are stored to the hour only, because the time of an upload is close to the time of the workout.
  await sql`alter table standing_changes alter column changed_at set default date_trunc('hour', now())`.execute(
    tx,
  );
}
