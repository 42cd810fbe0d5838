import { compare } from '../compare.ts';
import type { Fault, Round } from '../fault.ts';
import { type Engine, engines, makeDatabase, openPlatform, temporaryFolder } from '../platform.ts';
import { endInOrder } from '../scenario.ts';

/** Starts three servers simultaneously on an empty database. */
async function startTogether(round: Round, engine: Engine): Promise<string> {
  const { failures, atEnd } = round;
  const platform = await openPlatform(engine, round.template, atEnd);
  const empty = {
    ...platform,
    ...(engine === 'embedded'
      ? { dataDir: temporaryFolder('empty', atEnd) }
      : { databaseUrl: await makeDatabase(platform.cluster(), 'empty') }),
  };
  const settings = engine === 'embedded' ? { DATA_DIR: empty.dataDir } : { DATABASE_URL: empty.databaseUrl };
  const starts = await Promise.allSettled([1, 2, 3].map(() => platform.start(settings)));
  const servers = starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const refusals = starts.flatMap((one) =>
    one.status === 'rejected' ? [(one.reason as Error).message] : [],
  );
  if (engine === 'postgresql')
    failures.push(...refusals.map((message) => `a server did not start: ${message.slice(0, 400)}`));
  else {
    if (servers.length !== 1) failures.push(`${servers.length} servers use the same data folder`);
    for (const message of refusals)
      if (!/\bdata\b/i.test(message) || /^\s+at /m.test(message))
        failures.push(`a server was refused without a message: ${message.slice(0, 400)}`);
  }
  for (const server of servers) await endInOrder(round, server);
  await compare(round, empty, new Map());
  return `${servers.length} of 3 started`;
}

export const startsTogether: Fault[] = engines.map((engine) => ({
  name: 'start-together',
  engine,
  run: (round) => startTogether(round, engine),
}));
