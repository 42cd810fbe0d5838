import { type SpawnOptionsWithoutStdio, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian and Ubuntu keep the programs of each version of PostgreSQL. */
const debian = '/usr/lib/postgresql';

/**
 * Finds a `pg_dump` that is at least as new as the server. If there is none, throws an error that says what
 * to install.
 */
export function findPgDump(serverMajor: number, path = process.env.PATH ?? ''): string {
  const folders = [
    ...path.split(delimiter),
    ...(existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []),
  ];
  const programs = folders.map((folder) => join(folder, 'pg_dump')).filter((file) => existsSync(file));
  const versions = programs.map((program) => ({ program, major: majorOf(program) }));
  const fitting = versions.find(({ major }) => major >= serverMajor);
  if (fitting) return fitting.program;
  const newest = Math.max(...versions.map(({ major }) => major));
  throw new Error(
    versions.length > 0
      ? `pg_dump has version ${newest}, but the server has version ${serverMajor}: install postgresql-client-${serverMajor}.`
      : `pg_dump is not installed: install the package postgresql-client-${serverMajor}, or add the folder of pg_dump to PATH.`,
  );
}

function majorOf(program: string): number {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return Number(stdout?.match(/(\d+)(?:\.\d+)?/)?.[1] ?? 0);
}

/**
 * Runs `pg_dump` and yields its output. The password is not an argument, because other users can see
 * arguments.
 */
export async function* runPgDump(
  program: string,
  databaseUrl: string,
  options: string[],
): AsyncGenerator<Buffer> {
  const { url, env } = withoutPassword(databaseUrl);
  const settings: SpawnOptionsWithoutStdio = { env: { ...process.env, ...env } };
  const child = spawn(program, [...options, '--no-password', `--dbname=${url}`], settings);
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints = `${complaints}${chunk}`.slice(0, 2000);
  });
  const ended = new Promise<void>((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) =>
      code === 0 ? done() : fail(new Error(`pg_dump failed: ${complaints.trim() || `exit code ${code}`}`)),
    );
  });
  ended.catch(() => undefined);
  try {
    yield* child.stdout;
    await ended;
  } finally {
    child.kill();
  }
}

/**
 * Moves the password in a database URL to an environment variable, and removes a parameter that only our
 * driver understands.
 */
function withoutPassword(databaseUrl: string): { url: string; env: Record<string, string> } {
  if (!/^postgres(?:ql)?:/.test(databaseUrl) || !URL.canParse(databaseUrl))
    throw new Error('DATABASE_URL: backups need an address such as postgres://user@host/database.');
  const url = new URL(databaseUrl);
  const env = url.password ? { PGPASSWORD: decodeURIComponent(url.password) } : {};
  url.password = '';
  url.searchParams.delete('uselibpqcompat');
  return { url: url.href, env: env as Record<string, string> };
}
