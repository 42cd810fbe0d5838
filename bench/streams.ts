import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** A server on Linux, with sessions of enough people. */
interface Served {
  address: string;
  cookies: string[];
  pid: number;
}

export interface Streams {
  /** The memory of the process without and with the streams, in megabytes. */
  without: number;
  with: number;
  /**
   * The time from the confirmation of an activity to its event, in milliseconds: for the first browser, for
   * half of the browsers, and for the last one.
   */
  first: number;
  half: number;
  last: number;
  /** The processor time per second that the process uses while nothing happens, in milliseconds. */
  idle: number;
}

/** The number of streams that each person opens, which is the maximum per person. */
const perPerson = 10;

/** Keeps `count` streams of changes open, logs one activity, and measures when each browser receives the event. */
export async function measureStreams({ address, cookies, pid }: Served, count: number): Promise<Streams> {
  await read(address, cookies[0] as string);
  const without = megabytesOf(pid);
  const sockets: Socket[] = [];
  // A hundred at a time, because more would not fit into the queue of new connections.
  for (let index = 0; index < count; index += 100) {
    const some = Array.from({ length: 100 }, (_, one) => cookies[Math.floor((index + one) / perPerson)]);
    sockets.push(...(await Promise.all(some.map((cookie) => open(address, cookie as string)))));
  }
  const idleSeconds = 10;
  const before = processorTimeOf(pid);
  await setTimeout(idleSeconds * 1000);
  const idle = (processorTimeOf(pid) - before) / idleSeconds;
  const megabytes = megabytesOf(pid);
  let logged = 0;
  const notified = sockets.map(async (socket) => {
    await event(socket);
    return performance.now() - logged;
  });
  await log(address, cookies[0] as string);
  logged = performance.now();
  const times = (await Promise.all(notified)).sort((a, b) => a - b);
  for (const socket of sockets) socket.destroy();
  const at = (part: number) => times[Math.floor((times.length - 1) * part)] as number;
  return { without, with: megabytes, first: at(0), half: at(0.5), last: at(1), idle };
}

/** Opens a stream, and waits for the current state. Throws if the server refuses. */
async function open(address: string, cookie: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.write(
    `GET /platform/api/board_changes HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\naccept: text/event-stream\r\n\r\n`,
  );
  const text = await event(socket);
  if (!text.startsWith('HTTP/1.1 200')) throw new Error(text);
  return socket;
}

/** Waits for the next event, and returns what has arrived by then. Comments, which keep a stream open, are skipped. */
async function event(socket: Socket): Promise<string> {
  let text = '';
  while (!/data: |^HTTP\/1.1 [^2]/.test(text)) {
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    text += bytes;
  }
  return text;
}

async function read(address: string, cookie: string): Promise<void> {
  const answer = await fetch(`${address}/platform/api/challenges/current`, { headers: { cookie } });
  if (!answer.ok) throw new Error(await answer.text());
  await answer.arrayBuffer();
}

async function log(address: string, cookie: string): Promise<void> {
  const performedAt = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const answer = await fetch(`${address}/platform/api/activities`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ performedAt, sport: '/platform/api/sports/1', amountType: 'steps', steps: 4321 }),
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** Returns the resident memory of a process, in megabytes. */
function megabytesOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Returns the processor time that a process has used, in milliseconds. A tick is a hundredth of a second. */
function processorTimeOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
