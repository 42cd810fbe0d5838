import { readdir } from 'node:fs/promises';
import { type Backup, openBackup } from './backup-file.ts';
import { restoreEmbedded } from './embedded-restore.ts';
import { fingerprintOf, type Manifest } from './manifest.ts';
import { restorePostgresql } from './postgresql-restore.ts';

/** Where to restore a backup, and what the restore may do. */
export interface RestoreRequest {
  databaseUrl: string | undefined;
  dataDir: string;
  /** The secret that the platform will use; undefined if it will use the one in the data folder. */
  secret: string | undefined;
  passphrase: string | undefined;
  /** Whether existing data may be replaced. */
  mayReplace: boolean;
  /** Whether the backup may come from the other engine. */
  mayChangeEngine: boolean;
}

const migrationsFolder = new URL('../db/migrations/', import.meta.url);

/** Checks a whole backup. Throws if this release cannot restore it. */
export async function checkBackup(file: string, passphrase: string | undefined): Promise<Backup> {
  const backup = await openBackup(file, passphrase);
  const known = new Set(await readdir(migrationsFolder));
  const later = backup.manifest.migrations.filter((name) => !known.has(name));
  if (later.length > 0)
    throw new Error(
      `This backup was made by version ${backup.manifest.version}, and this version does not know its schema (${later.join(', ')}): restore it with version ${backup.manifest.version} or a later one.`,
    );
  return backup;
}

/**
 * Restores a backup, after checking the whole file. Returns its manifest, and whether the platform will use a
 * different secret from the one that encrypted the data.
 */
export async function restore(
  file: string,
  request: RestoreRequest,
): Promise<{ manifest: Manifest; hasOtherSecret: boolean }> {
  const { databaseUrl, dataDir, passphrase, mayReplace, mayChangeEngine } = request;
  const backup = await checkBackup(file, passphrase);
  const { manifest } = backup;
  const engine = databaseUrl ? 'postgresql' : 'embedded';
  if (manifest.engine !== engine && !mayChangeEngine)
    throw new Error(
      `The backup is from ${nameOf(manifest.engine)}, but the settings select ${nameOf(engine)}. Set or unset DATABASE_URL; to move the data to the other engine, add --change-engine.`,
    );
  if (databaseUrl) await restorePostgresql(databaseUrl, backup.script, mayReplace);
  else await restoreEmbedded(dataDir, { script: backup.script, secret: backup.secret }, mayReplace);
  const secret = request.secret ?? backup.secret;
  return { manifest, hasOtherSecret: !secret || fingerprintOf(secret) !== manifest.secretFingerprint };
}

const nameOf = (engine: Manifest['engine']) =>
  engine === 'postgresql' ? 'PostgreSQL' : 'the embedded database';
