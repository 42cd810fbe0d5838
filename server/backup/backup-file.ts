import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import * as tar from 'tar-stream';
import { type Manifest, readManifest } from './manifest.ts';
import { writeNewFile } from './new-file.ts';

/**
 * A backup is a tar archive, so that `tar`, `sha256sum`, `gunzip` and `psql` can restore it without this program. With
 * a passphrase, the archive is encrypted in the format of `age`.
 */
const names = { manifest: 'manifest.json', secret: 'secret', sums: 'SHA256SUMS' };
const pieceName = /^database-\d{6}\.sql\.gz$/;

/**
 * The size of a piece of the compressed dump, in bytes. A tar entry starts with its size, so each piece is
 * kept in memory until it is complete.
 */
const pieceSize = 4 * 1024 * 1024;

const encryptedStart = 'age-encryption.org/';

/** What a backup consists of. `secret` is the generated secret of an installation that has one. */
export interface BackupContent {
  manifest: Manifest;
  secret: string | undefined;
  /** The database as an SQL script. */
  script: AsyncIterable<Uint8Array>;
}

/** Writes a backup to a new file. See `BackupRequest` for the passphrase and the work factor. */
export async function writeBackup(
  path: string,
  content: BackupContent,
  passphrase: string | undefined,
  workFactor?: number,
): Promise<void> {
  const archive = archiveOf(content);
  await writeNewFile(path, passphrase ? encrypted(archive, passphrase, workFactor) : archive);
}

async function* archiveOf({ manifest, secret, script }: BackupContent): AsyncGenerator<Uint8Array> {
  const pack = tar.pack();
  const mtime = new Date(manifest.createdAt);
  const sums: string[] = [];
  const add = (name: string, bytes: Buffer) => {
    sums.push(`${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`);
    return new Promise<void>((resolve, reject) => {
      pack.entry({ name, mtime, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()));
    });
  };
  const fill = async () => {
    await add(names.manifest, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    if (secret !== undefined) await add(names.secret, Buffer.from(secret));
    let number = 0;
    for await (const piece of piecesOf(through(script, createGzip()))) {
      number += 1;
      await add(`database-${String(number).padStart(6, '0')}.sql.gz`, piece);
    }
    await add(names.sums, Buffer.from(sums.join('')));
    pack.finalize();
  };
  const filling = fill().catch((error) => pack.destroy(error));
  yield* pack as AsyncIterable<Uint8Array>;
  await filling;
}

/** Pipes a stream through a transform. An error in the source also ends the result. */
function through(source: AsyncIterable<Uint8Array>, transform: Transform): AsyncIterable<Buffer> {
  pipeline(source, transform).catch(() => undefined);
  return transform;
}

async function* piecesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    kept.push(chunk);
    size += chunk.length;
    if (size < pieceSize) continue;
    yield Buffer.concat(kept);
    kept = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(kept);
}

async function* encrypted(
  archive: AsyncIterable<Uint8Array>,
  passphrase: string,
  workFactor = 18,
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(workFactor);
  encrypter.setPassphrase(passphrase);
  yield* (await encrypter.encrypt(webStream(archive))) as unknown as AsyncIterable<Uint8Array>;
}

// The cast is needed because Node and the library declare this class with different methods.
const webStream = (chunks: AsyncIterable<Uint8Array>) =>
  ReadableStream.from(chunks) as unknown as Parameters<Encrypter['encrypt']>[0] & ReadableStream;

/** A backup whose parts match their checksums. */
export interface Backup {
  manifest: Manifest;
  secret: string | undefined;
  isEncrypted: boolean;
  /** Reads the SQL script. Ends with an error if the file has changed since it was checked. */
  script(): AsyncIterable<Buffer>;
}

/**
 * Reads a whole backup and compares every part with its checksum. Throws if the file is not a backup, is incomplete or
 * damaged, or if the passphrase is wrong.
 */
export async function openBackup(path: string, passphrase: string | undefined): Promise<Backup> {
  const isEncrypted = (await startOf(path)) === encryptedStart;
  if (isEncrypted && !passphrase)
    throw new Error('The backup is encrypted: set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE.');
  const open = () => partsOf(path, isEncrypted ? passphrase : undefined);
  let manifest: Manifest | undefined;
  let secret: string | undefined;
  for await (const { name, bytes } of open()) {
    if (name === names.manifest) manifest = readManifest(bytes.toString());
    if (name === names.secret) secret = bytes.toString();
  }
  if (!manifest) throw new Error('The file is not a backup of this platform.');
  return { manifest, secret, isEncrypted, script: () => scriptOf(open()) };
}

async function startOf(path: string): Promise<string> {
  const file = await open(path).catch((error) => {
    throw new Error(`The backup cannot be read: ${error.message}.`);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(encryptedStart.length), 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

function scriptOf(parts: AsyncIterable<Part>): AsyncIterable<Buffer> {
  const compressedPieces = async function* () {
    for await (const { name, bytes } of parts) if (pieceName.test(name)) yield bytes;
  };
  return through(compressedPieces(), createGunzip());
}

interface Part {
  name: string;
  bytes: Buffer;
}

/** Yields the parts of a backup. Throws at the end if a part is missing or does not match its checksum. */
async function* partsOf(path: string, passphrase: string | undefined): AsyncGenerator<Part> {
  const sums = new Map<string, string>();
  let listed: string | undefined;
  try {
    for await (const part of entriesOf(path, passphrase)) {
      if (sums.size === 0 && part.name !== names.manifest) throw notABackup();
      if (part.name === names.sums) listed = part.bytes.toString();
      else sums.set(part.name, createHash('sha256').update(part.bytes).digest('hex'));
      yield part;
    }
  } catch (error) {
    throw sums.size === 0 ? notABackup(error) : damaged(error);
  }
  const found = [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join('');
  if (listed !== found) throw damaged();
}

/** An error whose message is meant for the operator and is shown unchanged. */
class BackupRefused extends Error {}

const refusal = (message: string, cause: unknown) =>
  cause instanceof BackupRefused ? cause : new BackupRefused(message, { cause });

const notABackup = (cause?: unknown) => refusal('The file is not a backup of this platform.', cause);

const damaged = (cause?: unknown) => refusal('The backup is incomplete or damaged: use another one.', cause);

async function* entriesOf(path: string, passphrase: string | undefined): AsyncGenerator<Part> {
  const file = createReadStream(path);
  const extract = tar.extract();
  try {
    const archive = passphrase ? await decrypted(file, passphrase) : file;
    const reading = pipeline(archive, extract as unknown as Writable);
    // Iterating over the entries throws the same error.
    reading.catch(() => undefined);
    for await (const entry of extract) {
      const chunks: Buffer[] = [];
      for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
      yield { name: entry.header.name, bytes: Buffer.concat(chunks) };
    }
    await reading;
  } finally {
    file.destroy();
  }
}

async function decrypted(file: Readable, passphrase: string): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const stream = await decrypter.decrypt(webStream(file)).catch((error) => {
    throw new BackupRefused('The passphrase is wrong, or the backup is damaged.', { cause: error });
  });
  return stream as unknown as AsyncIterable<Uint8Array>;
}
