import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Answer, type Request, send } from '../answer.ts';
import { compare } from '../compare.ts';
import type { Fault, Round, Server } from '../fault.ts';
import { countsOf, mistakesOf } from '../judgement.ts';
import { openPlatform } from '../platform.ts';
import { endInOrder } from '../scenario.ts';
import { errorsLogged } from '../server-log.ts';
import { signIn } from '../sign-in.ts';
import type { Traffic } from '../traffic.ts';

/** PostgreSQL's limit: fewer than the thirty connections that three processes with pools of ten may open. */
const connections = 12;
const processes = 3;
const concurrency = 320;

/**
 * Runs processes whose pools together exceed PostgreSQL's connection limit, under parallel load. Requests must wait for
 * a connection.
 */
async function connectionLimit(round: Round): Promise<string> {
  const platform = await openPlatform('postgresql', round.template, round.atEnd, {
    postgresql: [`max_connections = ${connections}`, 'superuser_reserved_connections = 0'],
  });
  const servers: Server[] = [];
  for (let count = 0; count < processes; count += 1) servers.push(await platform.start());
  const first = servers[0]?.address ?? '';
  const cookies: string[] = [];
  for (const person of platform.people.slice(0, 8)) cookies.push(await signIn(first, person));
  const sent: Traffic['sent'] = new Map();
  const answers: Answer[] = [];
  const phases: Traffic['phases'] = [{ phase: 'away', since: performance.now() }];
  const load = async (count: number) =>
    answers.push(
      ...(await Promise.all(
        Array.from({ length: count }, (_, index) =>
          send(servers[index % processes]?.address ?? '', request(sent, cookies[index % 8] ?? '', index)),
        ),
      )),
    );
  await load(concurrency);
  const served = answers.filter(({ status }) => status === 200 || status === 201).length;
  if (served < concurrency / 2)
    round.failures.push(
      `only ${served} of ${concurrency} requests were served; the others failed without waiting`,
    );
  // By now, idle connections have been released or are shared, so all requests of a normal load must succeed.
  await setTimeout(1_000);
  phases.push({ phase: 'quiet', since: performance.now() });
  await load(processes * 4);
  round.failures.push(...mistakesOf({ answers, phases }));
  for (const server of servers) await endInOrder(round, server);
  await compare(round, platform, sent);
  if (round.failures.length > 0) round.failures.push(...errorsLogged(servers));
  return `${served} of ${concurrency} simultaneous requests served by ${processes} processes on ${connections} connections; activities ${countsOf(answers)}`;
}

function request(sent: Traffic['sent'], cookie: string, index: number): Request {
  if (index % 2 === 0)
    return {
      what: 'GET /platform/api/stats_activities?periodType=week&limit=15',
      kind: 'read',
      by: index,
      cookie,
    };
  const name = `torture ${randomUUID().slice(0, 8)} ${sent.size}`;
  sent.set(name, undefined);
  return {
    ...{ what: 'POST /platform/api/activities', kind: 'log', by: index, cookie },
    body: {
      performedAt: new Date().toISOString().slice(0, 10),
      ...{ sport: '/platform/api/sports/1', amountType: 'steps', steps: 1000, info: name },
    },
    acknowledged: (uuid) => sent.set(name, uuid),
  };
}

export const connectionLimits: Fault[] = [
  { name: 'connection-limit', engine: 'postgresql', run: connectionLimit },
];
