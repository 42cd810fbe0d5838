import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Takes a data folder for this process alone: two embedded engines on one folder would destroy it.
 * A listening socket is the sign, as the system takes it away with the process, however that ends.
 * Throws where another process has the folder. Returns what gives it back.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  // In the folder itself the path could be longer than the 107 bytes that a socket's name may have.
  const name = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 32);
  const socket = join(tmpdir(), `challenge-${name}.lock`);
  if (await answers(socket))
    throw new Error(`Another process uses the data in ${resolve(folder)}: end it first.`);
  await rm(socket, { force: true });
  const server = createServer((connection) => connection.end()).listen(socket);
  await once(server, 'listening');
  server.unref();
  return () => close(server);
}

async function answers(socket: string): Promise<boolean> {
  const connection = connect(socket);
  try {
    await once(connection, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
