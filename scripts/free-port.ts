import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The range of ports to try. Linux, macOS and Windows use higher ports for outgoing connections, which could
 * take a port that was just found free.
 */
const [firstPort, lastPort] = [20_000, 32_767];

/** Finds a free port on this machine that no outgoing connection takes before a server listens there. */
export async function freePort(): Promise<number> {
  const port = randomInt(firstPort, lastPort + 1);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort();
    throw error;
  }
  server.close();
  await once(server, 'close');
  return port;
}
