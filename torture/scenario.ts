import { setTimeout } from 'node:timers/promises';
import { compare } from './compare.ts';
import type { Round, Server } from './fault.ts';
import { countsOf, mistakesOf } from './judgement.ts';
import { endNow, type Platform } from './platform.ts';
import { errorsLogged } from './server-log.ts';
import { startTraffic, type Traffic, type TrafficOptions } from './traffic.ts';

/** How long the server may take to exit, in milliseconds: ten seconds, plus a margin for a busy machine. */
const endsWithin = 12_000;
/** How long people log activities before the fault and after recovery, in milliseconds. */
const before = 1_500;
const after = 3_000;

interface Scenario {
  round: Round;
  platform: Platform;
  /** Additional settings for the server. */
  settings?: Record<string, string>;
  /** Causes the fault and ends it before returning. */
  fault(traffic: Traffic, server: Server): Promise<void>;
  /** Whether the database stays unreachable for so long that `/readyz` must report it. */
  isAway?: boolean;
  traffic?: TrafficOptions;
  /** How long the server may take to recover after the end of the fault, in milliseconds; by default ten seconds. */
  recoversWithin?: number;
}

/**
 * Runs a scenario in which one server survives: people log activities, a fault begins and ends, and all requests
 * succeed again.
 */
export async function surviving(scenario: Scenario): Promise<string> {
  const { round, platform, settings, fault, isAway = false, recoversWithin = 10_000 } = scenario;
  const { failures } = round;
  const server = await platform.start(settings);
  const traffic = await startTraffic(server.address, platform.people, scenario.traffic);
  await setTimeout(before);
  traffic.enter('away');
  const begin = performance.now();
  await fault(traffic, server);
  const healed = performance.now();
  const late = await traffic.recovered(recoversWithin);
  const recovery = (performance.now() - healed) / 1000;
  if (late.length > 0)
    failures.push(
      `${late.length} of 8 people could not log activities again within ${recoversWithin / 1000} s of the end of the fault`,
    );
  else traffic.enter('quiet');
  await setTimeout(after);
  await traffic.stop();
  failures.push(...mistakesOf(traffic));
  if (isAway && !traffic.answers.some(({ what, status }) => what === 'GET /readyz' && status === 503))
    failures.push('/readyz never answered 503 while the database was away');
  await endInOrder(round, server);
  await compare(round, platform, traffic.sent);
  if (failures.length > 0) failures.push(...errorsLogged([server]));
  return `${countsOf(traffic.answers)}; fault of ${((healed - begin) / 1000).toFixed(0)} s, ${late.length > 0 ? 'no recovery' : `everybody logged activities again after ${recovery.toFixed(1)} s`}`;
}

/**
 * Stops a server with SIGTERM, and expects it to exit in time with status 0. `drains` is how long it still serves, in
 * milliseconds.
 */
export async function endInOrder({ failures }: Round, server: Server, drains = 0): Promise<void> {
  const { exitCode, signalCode } = server.child;
  if (exitCode !== null || signalCode !== null) {
    const output = server.printed().trim().split('\n').slice(-3).join(' | ');
    failures.push(`the server had exited by itself with ${exitCode ?? signalCode}: ${output}`);
    return;
  }
  const begin = performance.now();
  const end = await Promise.race([
    server.end('SIGTERM'),
    setTimeout(drains + endsWithin, undefined, { ref: false }),
  ]);
  if (end === undefined) {
    failures.push(`the server did not end within ${(drains + endsWithin) / 1000} s of SIGTERM`);
    await endNow(server.child);
  } else if (end !== 0)
    failures.push(
      `the server ended with ${end} ${((performance.now() - begin) / 1000).toFixed(1)} s after SIGTERM`,
    );
}
