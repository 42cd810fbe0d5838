import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install } from './chromium.ts';

/** A cluster that tests may do anything to. */
export interface Cluster {
  url: string;
  /** Stops it for good and removes it. */
  stop(): void;
  /** Stops it at once, as a machine that loses its power. */
  halt(): void;
  /** Starts it again after `halt`. */
  start(): void;
  /** Freezes all its processes (on Linux): connections stay open, and nothing answers. */
  freeze(): void;
  /** Lets them go on. */
  thaw(): void;
}

/**
 * Starts a PostgreSQL cluster in a temporary folder on a free port of this machine. PostgreSQL refuses to run as root: then the account postgres runs it.
 * `settings` are lines of postgresql.conf.
 */
export async function startPostgresql(
  settings = ['fsync = off', 'full_page_writes = off'],
): Promise<Cluster> {
  if (!programs()) install('postgresql');
  const bin = programs();
  if (!bin)
    throw new Error('No PostgreSQL programs: install PostgreSQL 15 or newer, or set TEST_DATABASE_URL');
  const folder = mkdtempSync(join(tmpdir(), 'challenge-postgresql-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    chmodSync(folder, 0o755);
    run('chown', ['postgres', folder]);
  }
  const asOwner = (program: string, words: string[]) => {
    const line = [join(bin, program), ...words].map((word) => `'${word}'`).join(' ');
    return isRoot ? run('su', ['postgres', '-c', line]) : run('sh', ['-c', line]);
  };
  const data = join(folder, 'data');
  const port = await freePort();
  asOwner('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '--locale=C.UTF-8', '-E', 'UTF8']);
  const options = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    `-c unix_socket_directories=${folder}`,
    ...settings.map((line) => `-c ${line.replace(/\s*=\s*/, '=')}`),
  ];
  const start = () =>
    asOwner('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options.join(' '), 'start']);
  const signal = (name: NodeJS.Signals) => {
    const [main = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(' ');
    for (const pid of [main, ...children].filter(Boolean)) process.kill(Number(pid), name);
  };
  const halt = () => {
    // What is frozen does not hear.
    if (existsSync('/proc')) signal('SIGCONT');
    asOwner('pg_ctl', ['-D', data, '-w', '-m', 'immediate', 'stop']);
  };
  start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: () => {
      halt();
      rmSync(folder, { recursive: true, force: true });
    },
    halt,
    start,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  };
}

function programs(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const places = [
    ...versions.map((version) => `${debian}/${version}/bin`),
    ...(process.env.PATH ?? '').split(':'),
  ];
  return places.find((place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'pg_ctl')));
}

function run(command: string, words: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')}\n${stdout}${stderr}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
