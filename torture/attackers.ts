import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** The settings of an attack, which the forked process gets as JSON. */
export interface Attack {
  address: string;
  /** The paths of webhooks to which unfinished bodies are sent. */
  bodyPaths: string[];
  bodies: number;
  /** How many bytes of each ten-megabyte body are sent. */
  bytesOfBody: number;
  /** The sessions of people who upload a file slowly. */
  uploaders: string[];
  signInsPerSecond: number;
  /** Whether each sign-in comes from a different address; if false, all come from the same address. */
  fromManyAddresses: boolean;
}

export interface AttackResults {
  signIns: Record<string, number>;
  /** The number of connections that the server has closed, by the first line of the response. */
  endedBodies: Record<string, number>;
  endedUploads: Record<string, number>;
}

/** The maximum number of sign-ins that wait for a response; with more, the test would measure the attacker's speed. */
const mostUnanswered = 2_000;
const met: AttackResults = { signIns: {}, endedBodies: {}, endedUploads: {} };
let isOver = false;

const attack = JSON.parse(process.argv[2] ?? '{}') as Attack;
const { hostname, port } = new URL(attack.address);
process.once('message', () => {
  isOver = true;
  process.send?.(met, () => process.exit(0));
});
process.once('disconnect', () => process.exit(0));
await Promise.all([
  ...Array.from({ length: attack.bodies }, (_, index) =>
    hold(attack.bodyPaths[index % attack.bodyPaths.length] ?? ''),
  ),
  ...attack.uploaders.map(trickle),
  guess(),
]);

/** Opens a connection, calls `write`, and starts over when the server closes the connection. */
async function keepOpen(ended: Record<string, number>, write: (socket: ReturnType<typeof connect>) => void) {
  while (!isOver) {
    const socket = connect(Number(port), hostname);
    let response = '';
    socket.on('data', (bytes) => (response += bytes));
    socket.on('error', (error) => (response ||= error.message));
    socket.once('connect', () => write(socket));
    await new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const line = response.split('\r\n')[0] || 'closed without an answer';
    ended[line] = (ended[line] ?? 0) + 1;
    await setTimeout(100);
  }
}

/** Sends the beginning of a ten-megabyte body, then nothing more. */
function hold(path: string): Promise<void> {
  return keepOpen(met.endedBodies, (socket) => {
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: ${10 * 1024 * 1024}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(attack.bytesOfBody, ' '));
  });
}

/** Uploads a file of one megabyte at ten bytes per second. */
function trickle(cookie: string): Promise<void> {
  return keepOpen(met.endedUploads, (socket) => {
    socket.write(
      `POST /platform/api/workout_files HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=slow\r\ncontent-length: ${1024 * 1024}\r\n\r\n--slow\r\nContent-Disposition: form-data; name="file"; filename="run.gpx"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    );
    const timer = setInterval(() => socket.write(' '), 100);
    socket.once('close', () => clearInterval(timer));
  });
}

/**
 * Sends wrong passwords for existing and unknown accounts, at a constant rate that does not depend on the responses.
 */
async function guess(): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const begin = performance.now();
  let unanswered = 0;
  for (let count = 0; !isOver; count += 1) {
    await setTimeout(Math.max(0, begin + (count * 1000) / attack.signInsPerSecond - performance.now()));
    if (unanswered >= mostUnanswered) {
      note('not sent: too many unanswered');
      continue;
    }
    unanswered += 1;
    const body = JSON.stringify({
      username: `person-${count % 5_000}@example.com`,
      password: `wrong ${count}`,
    });
    const from = attack.fromManyAddresses
      ? `10.${count >> 16}.${(count >> 8) % 256}.${count % 256}`
      : '203.0.113.7';
    const sent = request({
      ...{ agent, hostname, port, path: '/global-challenge-login', method: 'POST' },
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'x-forwarded-for': from,
      },
    });
    sent.on('response', (answer) => {
      note(String(answer.statusCode));
      answer.resume();
      answer.once('close', () => (unanswered -= 1));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      note(error.code ?? error.message);
      unanswered -= 1;
    });
    sent.end(body);
  }
}

function note(what: string): void {
  met.signIns[what] = (met.signIns[what] ?? 0) + 1;
}
