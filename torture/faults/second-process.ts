import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { compare } from '../compare.ts';
import type { Fault, Round } from '../fault.ts';
import { countsOf, mistakesOf } from '../judgement.ts';
import { endNow, openPlatform, type Platform, temporaryFolder } from '../platform.ts';
import { endInOrder } from '../scenario.ts';
import { startTraffic } from '../traffic.ts';

/** How long to wait for a process to be refused, in milliseconds. */
const refusedWithin = 20_000;
const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Commands that open the embedded database. The wrapped command has its own process and network namespaces, as in a
 * container.
 */
const intruders: { name: string; command: string[] }[] = [
  { name: 'a second server', command: ['server/main.ts'] },
  { name: 'rebuild-standings', command: ['scripts/rebuild-standings.ts'] },
  { name: 'remove-second-factor', command: ['scripts/remove-second-factor.ts', 'participant@example.com'] },
];
const container = ['unshare', '--fork', '--pid', '--mount-proc', '--net'];

/** Starts other processes, with a different temporary folder, that try to open the data folder of a running server. */
async function secondProcess(round: Round): Promise<string> {
  const { failures } = round;
  const platform = await openPlatform('embedded', round.template, round.atEnd);
  const server = await platform.start();
  const traffic = await startTraffic(server.address, platform.people);
  const refused: string[] = [];
  const intrude = async (name: string, command: string[]) => {
    const args = await refusalOf(round, platform, command);
    if (args.isRefused) refused.push(name);
    else failures.push(`${name} was refused without a message: ${args.output}`);
  };
  for (const { name, command } of intruders) {
    await setTimeout(500);
    await intrude(name, [process.execPath, ...command]);
  }
  if (process.getuid?.() === 0)
    await intrude('a second server in a container', [...container, process.execPath, 'server/main.ts']);
  await traffic.acknowledged(50, 10_000);
  await traffic.stop();
  failures.push(...mistakesOf(traffic));
  await endInOrder(round, server);
  await compare(round, platform, traffic.sent);
  return `${countsOf(traffic.answers)}; refused: ${refused.join(', ') || 'nobody'}`;
}

async function refusalOf(
  round: Round,
  { settings }: Platform,
  [program = '', ...args]: string[],
): Promise<{ isRefused: boolean; output: string }> {
  const child = spawn(program, args, {
    cwd: root,
    env: { PATH: process.env.PATH, ...settings, PORT: '0', TMPDIR: temporaryFolder('other', round.atEnd) },
  });
  round.atEnd.defer(() => endNow(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const status = await Promise.race([exit, setTimeout(refusedWithin, 'running' as const, { ref: false })]);
  // Ends the process normally, because its behaviour on exit is part of the test.
  if (status === 'running') {
    child.kill('SIGTERM');
    await Promise.race([exit, setTimeout(12_000, undefined, { ref: false })]);
    await endNow(child);
  }
  const hasMessage = /\bdata\b/i.test(output) && !/^\s+at /m.test(output);
  return {
    isRefused: typeof status === 'number' && status !== 0 && hasMessage,
    output: `${status === 'running' ? `still running after ${refusedWithin / 1000} s` : `ended with ${status}`}: ${output.trim().slice(0, 300)}`,
  };
}

export const secondProcesses: Fault[] = [{ name: 'second-process', engine: 'embedded', run: secondProcess }];
