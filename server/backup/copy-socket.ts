import { mkdir, rm } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Only one process can open the embedded database, so a running server copies its files for a backup. It listens on a
 * socket in a folder that only its user can enter. It sends each client one line with the folder of a new copy, or with
 * the reason why there is none. When the client disconnects, it deletes the copy.
 */
interface Answer {
  folder?: string;
  error?: string;
}

const folderOf = (dataDir: string) => join(resolve(dataDir), 'backup');
const socketOf = (dataDir: string) => join(folderOf(dataDir), 'socket');

/** The operating system's limit for the path of a socket, in bytes. */
const longestPath = 107;

/**
 * How long to wait for a copy, in milliseconds. A slow disk copies about 10 MB a second, and the database is
 * small.
 */
const timeout = 600_000;

/** Listens for backups of the database in this data folder. Returns a function that stops listening. */
export async function serveCopies(
  dataDir: string,
  copyFiles: (folder: string) => Promise<void>,
): Promise<() => Promise<void>> {
  const path = socketOf(dataDir);
  if (Buffer.byteLength(path) > longestPath)
    throw new Error(
      `The path of DATA_DIR is too long for backups while the server runs: ${path} has more than ${longestPath} bytes.`,
    );
  // Remove what an earlier process may have left.
  await rm(folderOf(dataDir), { recursive: true, force: true });
  await mkdir(folderOf(dataDir), { mode: 0o700 });
  let number = 0;
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    number += 1;
    clients.add(client);
    const folder = join(folderOf(dataDir), `copy-${number}`);
    client.on('error', () => client.destroy());
    client.resume();
    const copied = copyFiles(folder).then(
      (): Answer => ({ folder }),
      (error): Answer => ({ error: error.message }),
    );
    copied.then((answer) => client.write(`${JSON.stringify(answer)}\n`));
    client.on('close', async () => {
      clients.delete(client);
      await copied;
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    });
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(path, done);
  });
  server.on('error', () => undefined);
  return async () => {
    for (const client of clients) client.destroy();
    await new Promise((done) => server.close(done));
  };
}

/**
 * Asks the server that uses this data folder for a copy of the database, and passes the folder of the copy to
 * `use`. Returns undefined if no server listens.
 */
export async function withCopyFromServer<Result>(
  dataDir: string,
  use: (folder: string) => Promise<Result>,
): Promise<Result | undefined> {
  const client = await connect(socketOf(dataDir));
  if (!client) return undefined;
  try {
    const { folder, error } = await answerFrom(client);
    if (!folder) throw new Error(`The server could not copy the database: ${error}`);
    return await use(folder);
  } finally {
    client.destroy();
  }
}

function connect(path: string): Promise<Socket | undefined> {
  return new Promise((done, fail) => {
    const client = createConnection(path, () => done(client));
    client.once('error', (error: NodeJS.ErrnoException) => {
      const isNobody = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'EINVAL'].includes(error.code ?? '');
      if (isNobody) return done(undefined);
      fail(new Error(`Cannot connect to the server to copy the database: ${error.message}.`));
    });
  });
}

async function answerFrom(client: Socket): Promise<Answer> {
  const tooLate = new AbortController();
  const late = wait(timeout, undefined, { signal: tooLate.signal }).then(() => {
    throw new Error('The server did not copy the database in time.');
  });
  late.catch(() => undefined);
  const read = async () => {
    let text = '';
    for await (const chunk of client.iterator({ destroyOnReturn: false })) {
      text += chunk;
      if (text.endsWith('\n')) return JSON.parse(text) as Answer;
    }
    throw new Error('The server stopped before it had copied the database.');
  };
  try {
    return await Promise.race([read(), late]);
  } finally {
    tooLate.abort();
  }
}
