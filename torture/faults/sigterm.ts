import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { compare } from '../compare.ts';
import type { Fault, Round } from '../fault.ts';
import { type Engine, endNow, engines, openPlatform, type Platform } from '../platform.ts';
import { signIn } from '../sign-in.ts';

const underWay = 24;
/** How long the server may take to exit, in milliseconds: ten seconds, plus a margin for a busy machine. */
const endsWithin = 12_000;

/**
 * Sends SIGTERM while requests are running: all of them must get a response, all acknowledged activities must be
 * stored, and the process must exit.
 */
async function sigterm(round: Round, engine: Engine): Promise<string> {
  const platform = await openPlatform(engine, round.template, round.atEnd);
  const sent = new Map<string, string | undefined>();
  const ends: string[] = [];
  for (const withSlowClient of [false, false, true])
    ends.push(await endOnce(round, platform, sent, withSlowClient));
  await compare(round, platform, sent);
  return ends.join('; ');
}

async function endOnce(
  { failures, atEnd }: Round,
  platform: Platform,
  sent: Map<string, string | undefined>,
  withSlowClient: boolean,
): Promise<string> {
  const server = await platform.start();
  const cookies = await Promise.all(platform.people.slice(0, 8).map((one) => signIn(server.address, one)));
  if (withSlowClient) {
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1').on('error', () => undefined);
    atEnd.defer(() => void socket.destroy());
    await once(socket, 'connect');
    socket.write(
      'POST /global-challenge-login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    );
  }
  const release = platform.engine === 'postgresql' ? await holdActivities(platform) : undefined;
  // Opens one connection per request in advance, because a request on an unaccepted connection is not running yet.
  const agent = new Agent({ keepAlive: true });
  atEnd.defer(() => agent.destroy());
  const { promise: allWritten, resolve } = Promise.withResolvers<void>();
  let written = 0;
  const noteWritten = () => {
    written += 1;
    if (written === underWay) resolve();
  };
  const indexes = Array.from({ length: underWay }, (_, index) => index);
  await Promise.all(indexes.map(() => ask(agent, `${server.address}/healthz`)));
  const answers = indexes.map((index) => {
    const { body, cookie } = entry(sent, cookies[index % 8] ?? '');
    return ask(agent, `${server.address}/platform/api/activities`, { cookie, body, written: noteWritten });
  });
  await allWritten;
  // The lock prevents all responses; after a second, all requests have arrived.
  if (release) await setTimeout(1_000);
  const begin = performance.now();
  const ended = server.end('SIGTERM');
  if (release) {
    await setTimeout(1_000);
    await release();
  }
  const end = await Promise.race([ended, setTimeout(endsWithin, 'not in time' as const, { ref: false })]);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  if (end === 'not in time') {
    failures.push(
      `the server did not end within 10 s of SIGTERM${withSlowClient ? ' with a client that sends slowly' : ''}`,
    );
    await endNow(server.child);
  } else if (end !== 0 && !withSlowClient) failures.push(`the server ended with ${end} after SIGTERM`);
  const results = await Promise.all(answers);
  for (const { name, uuid } of results.flatMap(({ body }) => acknowledgedIn(body))) sent.set(name, uuid);
  failures.push(...unanswered(results));
  return `${results.filter(({ status }) => status === 201).length} of ${underWay} running requests acknowledged, ended with ${end} after ${seconds} s`;
}

interface PostResult {
  status: number | undefined;
  /** The body of the response, or why there is none. */
  body: string;
}

/** Sends a request and calls `written` once it is completely sent. Never throws. */
function ask(
  agent: Agent,
  address: string,
  { cookie = '', body = '', written }: { cookie?: string; body?: string; written?: () => void } = {},
): Promise<PostResult> {
  return new Promise((resolve) => {
    const sending = request(address, {
      ...{ agent, method: body ? 'POST' : 'GET', timeout: 30_000 },
      headers: body
        ? { cookie, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
        : {},
    });
    if (written) sending.once('finish', written);
    sending.on('timeout', () => sending.destroy(new Error('no answer within 30 s')));
    sending.on('error', ({ message }) => resolve({ status: undefined, body: message }));
    sending.on('response', (answer) => {
      text(answer).then(
        (body) => resolve({ status: answer.statusCode, body }),
        ({ message }) => resolve({ status: undefined, body: message }),
      );
    });
    sending.end(body);
  });
}

/** Returns the activity that a response acknowledges, if any, with the name that was sent. */
function acknowledgedIn(body: string): { name: string; uuid: string }[] {
  const { uuid, info } = body.startsWith('{') ? JSON.parse(body) : {};
  return uuid ? [{ name: info, uuid }] : [];
}

/** Blocks all writes of activities; returns a function that unblocks them. */
async function holdActivities({ databaseUrl }: Platform): Promise<() => Promise<void>> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('begin; lock table activities in access exclusive mode');
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}

function entry(sent: Map<string, string | undefined>, cookie: string): { cookie: string; body: string } {
  const info = `torture sigterm ${sent.size}`;
  sent.set(info, undefined);
  const performedAt = new Date().toISOString().slice(0, 10);
  const body = { performedAt, sport: '/platform/api/sports/1', amountType: 'steps', steps: 1000, info };
  return { cookie, body: JSON.stringify(body) };
}

/**
 * Describes the requests without a proper response. A request that had not begun may get 503, because the server is
 * stopping.
 */
function unanswered(answers: PostResult[]): string[] {
  const groups = Map.groupBy(
    answers.filter(({ status }) => status !== 201 && status !== 503),
    ({ status }) => status ?? 'no answer',
  );
  return [...groups].map(
    ([status, found]) =>
      `${found.length} of ${underWay} requests under way at SIGTERM: ${status} instead of 201; the first: ${found[0]?.body.slice(0, 200)}`,
  );
}

export const sigterms: Fault[] = engines.map((engine) => ({
  name: 'sigterm',
  engine,
  run: (round) => sigterm(round, engine),
}));
