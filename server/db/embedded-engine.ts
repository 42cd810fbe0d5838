import { randomBytes } from 'node:crypto';
import { constants, cp, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';

/**
 * The engine clears these buffers while it opens. With a quarter of PostgreSQL's default, it opens in two thirds of the
 * time and takes 100 MB less memory. The files are also in the system's cache.
 */
const sharedBuffers = 'shared_buffers=32MB';

/** How long to wait before reopening a failed engine, in milliseconds. */
const reopenAfter = 1000;

/**
 * The free space that the engine needs to open, in MiB: it replays its log and starts the next log file of 16 MiB. With
 * less space, opening the engine fails, sometimes without an error.
 */
const mebibytesToOpen = 32;

/**
 * Keeps V8 from compiling the engine again with its optimising compiler. That compilation occupies all cores for
 * seconds and takes 400 MB of memory, but makes logging an activity only a fifth faster, and a search for a name a
 * third.
 */
const quickCompilation = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

type Config = ReturnType<typeof createPgConfig>;

/** The embedded engine on a data folder. */
export interface EmbeddedEngine {
  /** The configuration for a `pg` pool. */
  config: Config;
  /**
   * Copies the engine's folder while statements wait. An engine that is opened on the copy recovers every
   * transaction that was committed before, as after a crash.
   */
  copyTo(folder: string): Promise<void>;
  close(): Promise<void>;
}

/** Returns the error that PostgreSQL sends while it restarts: SQLSTATE 57P03, cannot_connect_now. */
const notOpen = () =>
  Object.assign(new Error('The embedded database is being reopened.'), {
    severity: 'FATAL',
    code: '57P03',
  });

/** Returns the error message if a protocol message says that the engine has ended; otherwise undefined. */
function endIn(answer: object): string | undefined {
  const { severity, message } = answer as { severity?: string; message?: string };
  return severity === 'PANIC' || severity === 'FATAL' ? (message ?? severity) : undefined;
}

/**
 * Opens the embedded engine. After a panic, usually because the disk is full, the engine would loop forever on the next
 * call. Therefore a failed engine is never called again: the connection is closed, and a new engine is opened on the
 * folder as soon as there is space. Until then, every query fails with SQLSTATE 57P03. No acknowledged write is lost,
 * because the log contains it.
 */
export async function openEmbeddedEngine(
  folder: string,
  report = (line: string) => void process.stderr.write(`${line}\n`),
): Promise<EmbeddedEngine> {
  let engine: PGlite | undefined = await openWithRoom(folder);
  let opening: Promise<void> | undefined;
  let isClosing = false;
  let running: Promise<unknown> | undefined;
  let copying: Promise<void> | undefined;

  const reopen = async () => {
    while (!engine && !isClosing) {
      await new Promise((resolve) => setTimeout(resolve, reopenAfter).unref());
      engine = await openWithRoom(folder).catch(() => undefined);
    }
    forgetStatements(config);
    if (engine) report('The embedded database has been reopened.');
  };
  const abandon = (failed: PGlite, reason: string) => {
    if (engine !== failed) return;
    engine = undefined;
    report(`The embedded database has failed and will be reopened as soon as possible: ${reason}`);
    closeFiles(failed);
    opening = reopen();
  };

  const wire: Pick<PGlite, 'execProtocolStream' | 'waitReady'> = {
    waitReady: Promise.resolve(),
    async execProtocolStream(message, options) {
      // The engine runs synchronously; this lets other work run between two statements.
      await setImmediate();
      while (copying) await copying.catch(() => undefined);
      if (!engine) throw notOpen();
      const used = engine;
      try {
        const sent = used.execProtocolStream(message, options);
        running = sent;
        const answers = await sent;
        const end = answers.map(endIn).find((reason) => reason !== undefined);
        if (end === undefined) return answers;
        abandon(used, end);
      } catch (error) {
        // A statement's errors are part of the result; an exception means that the engine failed.
        abandon(used, String(error));
      }
      throw notOpen();
    },
  };
  const config = connectionConfig(wire as PGlite);
  return {
    config,
    async copyTo(copy) {
      while (copying) await copying.catch(() => undefined);
      copying = (async () => {
        await running?.catch(() => undefined);
        if (!engine) throw notOpen();
        await cp(folder, copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
      })();
      try {
        await copying;
      } finally {
        copying = undefined;
      }
    },
    async close() {
      isClosing = true;
      await opening;
      await engine?.close();
    },
  };
}

/** Opens an engine that keeps its data in memory only. */
export async function openInMemory() {
  const pglite = await PGlite.create('memory://');
  return { pglite, config: connectionConfig(pglite), close: () => pglite.close() };
}

/**
 * Returns the library's connection configuration with an error listener added. Without the listener, an error after the
 * client has closed would end the process.
 */
export function connectionConfig(wire: PGlite): Config {
  const config = createPgConfig(wire);
  const { connection } = config;
  const emit = connection.emit.bind(connection);
  connection.emit = (name: string | symbol, ...values: unknown[]) =>
    name === 'error' && connection.listenerCount('error') === 0 ? false : emit(name, ...values);
  return config;
}

/** Forgets the connection's prepared statements, which the failed engine has lost. */
function forgetStatements({ connection }: Config): void {
  connection.parsedStatements = {};
  connection.submittedNamedStatements = {};
}

async function openWithRoom(folder: string): Promise<PGlite> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await mustHaveRoom(folder);
  for (const flag of quickCompilation) setFlagsFromString(flag);
  return PGlite.create(folder, { startParams: [...PGlite.defaultStartParams, '-c', sharedBuffers] });
}

/** Checks that there is enough space for the engine, by writing a file: quotas cannot be detected in any other way. */
async function mustHaveRoom(folder: string): Promise<void> {
  const path = join(folder, '..', 'room');
  const mebibyte = randomBytes(1024 * 1024);
  try {
    const file = await open(path, 'w');
    try {
      for (let written = 0; written < mebibytesToOpen; written += 1) await file.writeFile(mebibyte);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new Error(
      `The embedded database needs ${mebibytesToOpen} MiB of free disk space: ${(error as Error).message}.`,
    );
  } finally {
    await rm(path, { force: true });
  }
}

/** Closes the files of a failed engine; everything else that it uses is memory. */
function closeFiles(failed: PGlite): void {
  try {
    failed.Module.FS.quit();
  } catch {
    // If closing fails, the files stay open until the process ends.
  }
}
