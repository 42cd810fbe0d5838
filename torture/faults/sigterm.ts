import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { type Answer, type Request, send } from '../answer.ts';
import { compare } from '../compare.ts';
import type { Fault, Round } from '../fault.ts';
import { type Engine, endNow, engines, openPlatform, type Platform } from '../platform.ts';
import { signIn } from '../sign-in.ts';

const underWay = 24;
/** Ten seconds, and a little for a busy machine. */
const endsWithin = 11_000;

/** SIGTERM while requests are under way: all are answered, all that was acknowledged is stored, and the process ends. */
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
  // As many connections as requests, open beforehand: what waits to be accepted is not under way yet.
  await Promise.all(
    cookies
      .flatMap(() => [1, 2, 3])
      .map(() => fetch(`${server.address}/healthz`).then((answer) => answer.text())),
  );
  const requests = Array.from({ length: underWay }, (_, index) =>
    entry(sent, cookies[index % 8] ?? '', index),
  );
  const answers = requests.map((request) => send(server.address, request));
  // All have arrived: behind the lock none is answered, on the embedded engine the others wait for the first.
  if (release) await setTimeout(1_000);
  else await Promise.race(answers);
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
  const settled = await Promise.all(answers);
  failures.push(...unanswered(settled));
  return `${settled.filter(({ status }) => status === 201).length} of ${underWay} under way acknowledged, ended ${end} after ${seconds} s`;
}

/** Holds everything that writes activities; returns what lets it go on. */
async function holdActivities({ databaseUrl }: Platform): Promise<() => Promise<void>> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('begin; lock table activities in access exclusive mode');
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}

function entry(sent: Map<string, string | undefined>, cookie: string, by: number): Request {
  const name = `torture sigterm ${sent.size}`;
  sent.set(name, undefined);
  return {
    ...{ what: 'POST /platform/api/activities', kind: 'log', by, cookie },
    body: {
      performedAt: new Date().toISOString().slice(0, 10),
      ...{ sport: '/platform/api/sports/1', amountType: 'steps', steps: 1000, info: name },
    },
    acknowledged: (uuid) => sent.set(name, uuid),
  };
}

function unanswered(answers: Answer[]): string[] {
  const groups = Map.groupBy(
    answers.filter(({ status }) => status !== 201),
    ({ status }) => status ?? 'no answer',
  );
  return [...groups].map(
    ([status, found]) =>
      `${found.length} of ${underWay} requests under way at SIGTERM: ${status} instead of 201; the first: ${found[0]?.words}`,
  );
}

export const sigterms: Fault[] = engines.map((engine) => ({
  name: 'sigterm',
  engine,
  run: (round) => sigterm(round, engine),
}));
