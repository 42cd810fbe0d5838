import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { platforms } from '../../contract/couplings.ts';
import { webhookPath } from '../../server/integrations/webhooks/webhook-routes.ts';
import type { Attack, AttackResults } from '../attackers.ts';
import { compare } from '../compare.ts';
import type { Fault, Round, Server } from '../fault.ts';
import { mistakesOf } from '../judgement.ts';
import { memoryNow, peakMemory } from '../memory.ts';
import { normalUser } from '../normal-user.ts';
import { endNow, openPlatform, secret } from '../platform.ts';
import { endInOrder } from '../scenario.ts';
import { errorsLogged } from '../server-log.ts';
import { signIn } from '../sign-in.ts';

const seconds = 60;
/** The limit for the 99th percentile of a normal user's response times, in milliseconds. */
const mostP99 = 1_000;
/** The limit for the server's memory, in megabytes. */
const mostMemory = 700;
/** The limit for an import, in milliseconds. The import waits for its turn and runs in a separate thread. */
const mostImport = 10_000;

type Kind = Pick<Attack, 'bodyPaths' | 'bytesOfBody' | 'fromManyAddresses'>;

/** Sends unfinished bodies, slow uploads and sign-ins with wrong passwords, while a normal user uses the app. */
async function attackLoad(round: Round, kind: Kind): Promise<string> {
  const { failures, atEnd } = round;
  const platform = await openPlatform('postgresql', round.template, atEnd);
  const server = await platform.start();
  const [first = '', ...others] = platform.people;
  // The user signs in before the attack, because later sign-ins may be refused for a while.
  const user = await signIn(server.address, first);
  const uploaders = [];
  for (const one of others.slice(0, 2)) uploaders.push(await signIn(server.address, one));
  const attack: Attack = { ...kind, address: server.address, bodies: 400, uploaders, signInsPerSecond: 200 };
  const attackers = fork(fileURLToPath(new URL('../attackers.ts', import.meta.url)), [
    JSON.stringify(attack),
  ]);
  atEnd.defer(() => endNow(attackers));
  const memory = watchMemory(server);
  // Measuring starts only when the attack is in progress.
  await setTimeout(3_000);
  const { answers, imports, sent, phases } = await normalUser(server.address, user, seconds);
  const highest = memory();
  const metOf = once(attackers, 'message', { signal: AbortSignal.timeout(10_000) });
  attackers.send('over');
  const [met] = (await metOf) as [AttackResults];
  await endNow(attackers);
  const waits = answers.map(({ begin, end }) => end - begin).sort((one, other) => one - other);
  const at = (share: number) =>
    Math.round(waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? Number.NaN);
  failures.push(...mistakesOf({ answers, phases }));
  if (!(at(0.99) < mostP99))
    failures.push(`p99 of the normal user ${at(0.99)} ms, wanted below ${mostP99} ms; ${slowestOf(answers)}`);
  if (!(highest < mostMemory))
    failures.push(`the server took ${highest.toFixed(0)} MB, wanted below ${mostMemory} MB`);
  for (const { status, milliseconds } of imports)
    if (status !== 200 || milliseconds > mostImport)
      failures.push(`an import of the normal user: ${status} after ${(milliseconds / 1000).toFixed(1)} s`);
  if (met.signIns['500'])
    failures.push(`${met.signIns['500']} sign-ins with wrong passwords were answered with 500`);
  await endInOrder(round, server);
  await compare(round, platform, sent);
  if (failures.length > 0) failures.push(...errorsLogged([server]));
  const median = at(0.5);
  return `normal user: ${answers.length} answers, p50 ${median} ms, p99 ${at(0.99)} ms, max ${at(1)} ms; memory ${highest.toFixed(0)} MB at most; sign-ins ${countsText(met.signIns)}; bodies ended ${countsText(met.endedBodies)}; uploads ended ${countsText(met.endedUploads)}; ${imports.length} imports, longest ${(Math.max(...imports.map(({ milliseconds }) => milliseconds)) / 1000).toFixed(1)} s`;
}

/** Polls the memory of a server; the returned function stops the polling and returns the maximum, in megabytes. */
function watchMemory({ child }: Server): () => number {
  const id = child.pid as number;
  let highest = 0;
  const timer = setInterval(() => {
    if (child.exitCode === null && child.signalCode === null) highest = Math.max(highest, memoryNow(id));
  }, 200);
  return () => {
    clearInterval(timer);
    return child.exitCode === null && child.signalCode === null ? Math.max(highest, peakMemory(id)) : highest;
  };
}

function slowestOf(answers: { what: string; begin: number; end: number }[]): string {
  const [slowest] = answers.toSorted((one, other) => other.end - other.begin - (one.end - one.begin));
  return slowest
    ? `slowest: ${slowest.what}, ${Math.round(slowest.end - slowest.begin)} ms`
    : 'no answer at all';
}

const countsText = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([what, count]) => `${count} × ${what}`)
    .join(', ') || 'none';

const rightPaths = platforms.map((one) => webhookPath(secret, one));
const wrongPaths = platforms.map((one) => webhookPath('another secret, which is not right', one));

export const attackLoads: Fault[] = (
  [
    // Attackers may have stolen the key in a webhook's path, or may send bodies without the key.
    ['attack-load', { bodyPaths: rightPaths, bytesOfBody: 256 * 1024, fromManyAddresses: false }],
    [
      'attack-load-wrong-keys',
      { bodyPaths: wrongPaths, bytesOfBody: 9 * 1024 * 1024, fromManyAddresses: false },
    ],
    [
      'attack-load-many-addresses',
      { bodyPaths: wrongPaths, bytesOfBody: 256 * 1024, fromManyAddresses: true },
    ],
  ] as const
).map(([name, kind]) => ({
  name,
  engine: 'postgresql',
  run: (round) => attackLoad(round, { ...kind, bodyPaths: [...kind.bodyPaths] }),
}));
