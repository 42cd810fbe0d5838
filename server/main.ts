import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Temporal } from 'temporal-polyfill';
import { buildApp } from './app.ts';
import { type Database, openDatabase } from './db/db.ts';
import { migrate } from './db/migrate.ts';
import { prepareDemo } from './demo/prepare-demo.ts';
import { type Env, readEnv } from './env.ts';
import { startJobs } from './jobs.ts';

/** What is under way when the process is asked to end has this long to finish, in milliseconds. */
const endWithin = 10_000;

const env = await readEnv(process.env).catch(fail);
const database = await openDatabase(env).catch(fail);
await migrate(database.db);
const welcome = await prepareDemo(database, env, Temporal.Now.instant());
const stopWeb = env.role === 'jobs' ? undefined : await startWeb(env, database);
const stopJobs =
  env.role === 'web' ? undefined : await startJobs(database, (error) => process.stderr.write(`${error}\n`));
if (stopWeb) process.stdout.write(`${[`Ready at ${env.publicUrl}`, ...welcome].join('\n')}\n`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);

/** Ends with a sentence: wrong settings and data in use are not for a stack trace. */
function fail(error: Error): never {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

async function startWeb(settings: Env, opened: Database): Promise<() => Promise<void>> {
  const webFolder = fileURLToPath(new URL('../dist/web', import.meta.url));
  const app = await buildApp({
    database: opened,
    basePath: settings.basePath,
    secret: settings.secret,
    publicUrl: settings.publicUrl,
    trustedProxies: settings.trustedProxies,
    logLevel: settings.logLevel,
    ...(existsSync(webFolder) ? { webFolder } : {}),
  });
  await app.listen({ host: settings.host, port: settings.port });
  return () => app.close();
}

async function end(): Promise<void> {
  setTimeout(() => process.exit(1), endWithin).unref();
  await stopWeb?.();
  await stopJobs?.();
  await database.close();
  process.exit(0);
}
