import { compare } from '../compare.ts';
import type { Fault, Round } from '../fault.ts';
import { countsOf, mistakesOf } from '../judgement.ts';
import { type Engine, endNow, engines, openPlatform } from '../platform.ts';
import { endInOrder } from '../scenario.ts';
import { errorsLogged } from '../server-log.ts';
import { startTraffic } from '../traffic.ts';

interface Killing {
  rounds: number;
  /** The minimum number of acknowledged activities before each kill. */
  between: number;
}

/** Kills and restarts the server several times while activities are logged. */
async function kill(round: Round, engine: Engine, { rounds, between }: Killing): Promise<string> {
  const platform = await openPlatform(engine, round.template, round.atEnd);
  let server = await platform.start();
  const traffic = await startTraffic(server.address, platform.people);
  const starts: number[] = [];
  for (let count = 0; count < rounds; count += 1) {
    if (!(await traffic.acknowledged(between + ((count * 37) % 60), 20_000)))
      round.failures.push(`fewer than ${between} activities within 20 s of start ${count + 1}`);
    traffic.enter('broken');
    await endNow(server.child);
    traffic.moveTo(undefined);
    const begin = performance.now();
    server = await platform.start();
    starts.push((performance.now() - begin) / 1000);
    traffic.moveTo(server.address);
    traffic.enter('quiet');
  }
  await traffic.acknowledged(between, 20_000);
  await traffic.stop();
  round.failures.push(...mistakesOf(traffic));
  await endInOrder(round, server);
  await compare(round, platform, traffic.sent);
  if (round.failures.length > 0) round.failures.push(...errorsLogged([server]));
  return `${countsOf(traffic.answers)}; ${rounds} kills, ready again after ${Math.max(...starts).toFixed(1)} s at most`;
}

/** `kill -9` under load, and also as soon as the server is ready. */
export const kills: Fault[] = engines.flatMap((engine) => [
  { name: 'kill', engine, run: (round) => kill(round, engine, { rounds: 3, between: 100 }) },
  { name: 'restart-at-once', engine, run: (round) => kill(round, engine, { rounds: 6, between: 1 }) },
]);
