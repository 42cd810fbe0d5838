import { execFileSync } from 'node:child_process';
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hasPrograms } from '../../deploy/ha/nodes.ts';
import { startWebProxy } from '../../deploy/ha/web-proxy.ts';
import { freePort } from '../../scripts/free-port.ts';
import { compare } from '../compare.ts';
import { type Fault, type Round, Skipped } from '../fault.ts';
import { countsOf, mistakesOf } from '../judgement.ts';
import { endNow, openPlatform, temporaryFolder } from '../platform.ts';
import { endInOrder } from '../scenario.ts';
import { errorsLogged } from '../server-log.ts';
import { startTraffic } from '../traffic.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/**
 * How long a process keeps serving after it is asked to stop, in seconds. HAProxy checks each process every
 * second, so it notices the stop in time.
 */
const drainSeconds = 3;
/** How many times the two web processes are replaced. */
const deploys = 2;

/**
 * Replaces two web processes behind HAProxy one by one with processes of a later version, which has another
 * migration, while people use the platform: not one request may fail.
 */
export const rollingDeploy: Fault = {
  name: 'rolling-deploy',
  engine: 'postgresql',
  run: async (round) => {
    if (!hasPrograms()) throw new Skipped('needs haproxy');
    const { failures, atEnd } = round;
    const platform = await openPlatform('postgresql', round.template, atEnd);
    const ports: [number, number] = [await freePort(), await freePort()];
    const start = (index: 0 | 1, main?: string) =>
      platform.start({ ROLE: 'web', PORT: String(ports[index]), DRAIN_SECONDS: String(drainSeconds) }, main);
    const servers = [await start(0), await start(1)];
    const port = await freePort();
    const proxy = startWebProxy(port, ports);
    atEnd.defer(() => endNow(proxy));
    const address = `http://127.0.0.1:${port}`;
    await served(address);
    const traffic = await startTraffic(address, platform.people);
    for (let deploy = 1; deploy <= deploys; deploy += 1) {
      const main = laterVersion(round, deploy);
      for (const index of [0, 1] as const) {
        await endInOrder(round, servers[index] as (typeof servers)[number], drainSeconds * 1000);
        servers[index] = await start(index, main);
        if (!(await traffic.acknowledged(50, 20_000)))
          failures.push('fewer than 50 activities within 20 s of a restart');
      }
    }
    await traffic.stop();
    // Until HAProxy has noticed that a process is stopping, requests for `/readyz` may reach that process,
    // which responds with 503.
    const answers = traffic.answers.filter(({ what }) => what !== 'GET /readyz');
    failures.push(...mistakesOf({ ...traffic, answers }));
    for (const server of servers) await endInOrder(round, server, drainSeconds * 1000);
    await compare(round, platform, traffic.sent);
    if (failures.length > 0) failures.push(...errorsLogged(servers));
    return `${countsOf(traffic.answers)}; two processes replaced ${deploys} times`;
  },
};

/**
 * Copies this version and adds one migration per deployment, with which the previous version can still work.
 * Returns the copy's main file.
 */
function laterVersion(round: Round, deploy: number): string {
  const folder = temporaryFolder('later', round.atEnd);
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' });
  for (const file of files.trim().split('\n')) cpSync(join(root, file), join(folder, file));
  for (const built of ['node_modules', 'dist']) symlinkSync(join(root, built), join(folder, built));
  for (let one = 1; one <= deploy; one += 1)
    writeFileSync(
      join(folder, `server/db/migrations/900${one}-expand-later.sql`),
      `alter table activities add column later_${one} integer not null default 0;
      create table later_${one} (id integer primary key);`,
    );
  return join(folder, 'server/main.ts');
}

/** Waits until HAProxy has found the processes. */
async function served(address: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await fetch(`${address}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await setTimeout(100);
  }
  throw new Error('HAProxy does not reach the platform');
}
