import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { install } from './chromium.ts';
import { freePort } from './free-port.ts';

/** A PostgreSQL cluster that we have started. */
export interface Cluster {
  url: string;
  /** The data folder. */
  data: string;
  /** Stops the cluster immediately, as in a crash, and deletes its data. */
  stop(): void;
  /** Stops the cluster, either immediately, as in a crash, or cleanly. Keeps the data folder. */
  halt(mode: 'immediate' | 'fast'): Promise<void>;
  /** Starts the cluster again after `halt` or a crash; does nothing if it is running. */
  resume(): Promise<void>;
  /** Freezes all processes of the cluster (on Linux): connections stay open, but get no response. */
  freeze(): void;
  /** Resumes the frozen processes. */
  thaw(): void;
}

/**
 * Where a cluster's data is stored and where it comes from. By default, the cluster is empty, in a temporary folder.
 */
interface DataPlace {
  /** The parent folder of the data folder. */
  within?: string;
  /** The data folder of a stopped cluster; the new cluster starts from a copy. */
  copyOf?: string;
}

/**
 * Starts a PostgreSQL cluster in a temporary folder, on a free port of this machine. PostgreSQL refuses to run as root;
 * in that case the account postgres runs it. `settings` are lines of postgresql.conf.
 */
export async function startPostgresql(
  settings = ['fsync = off', 'full_page_writes = off'],
  { within, copyOf }: DataPlace = {},
): Promise<Cluster> {
  if (!programs()) install('postgresql');
  const bin = programs();
  if (!bin)
    throw new Error('No PostgreSQL programs found: install PostgreSQL 15 or newer, or set TEST_DATABASE_URL');
  const folder = mkdtempSync(join(tmpdir(), 'challenge-postgresql-'));
  const isRoot = process.getuid?.() === 0;
  for (const one of isRoot ? [folder, ...(within ? [within] : [])] : []) {
    chmodSync(one, 0o755);
    run('chown', ['postgres', one]);
  }
  const commandOf = (program: string, args: string[]): [string, string[]] => {
    const line = [join(bin, program), ...args].map((arg) => `'${arg}'`).join(' ');
    return isRoot ? ['su', ['postgres', '-c', line]] : ['sh', ['-c', line]];
  };
  const data = join(within ?? folder, 'data');
  const port = await freePort();
  if (copyOf) run('cp', ['-a', copyOf, data]);
  else
    run(
      ...commandOf('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '--locale=C.UTF-8', '-E', 'UTF8']),
    );
  const options = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    `-c unix_socket_directories=${folder}`,
    ...settings.map((line) => `-c ${line.replace(/\s*=\s*/, '=')}`),
  ];
  const start = commandOf('pg_ctl', [
    ...['-D', data, '-w', '-l', join(folder, 'log'), '-o', options.join(' '), 'start'],
  ]);
  const stopIn = (mode: string) => commandOf('pg_ctl', ['-D', data, '-w', '-m', mode, 'stop']);
  const processIds = () => processesOf(data);
  const signal = (name: NodeJS.Signals) => {
    for (const id of processIds()) {
      try {
        process.kill(id, name);
      } catch (error) {
        // A child process may have ended since it was listed.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  };
  run(...start);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    data,
    stop: () => {
      // A frozen process ignores all other signals.
      signal('SIGCONT');
      if (processIds().length > 0) run(...stopIn('immediate'));
      for (const one of [data, folder]) rmSync(one, { recursive: true, force: true });
    },
    halt: (mode) => runAsync(...stopIn(mode)),
    resume: async () => {
      if (processIds().length === 0) await runAsync(...start);
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  };
}

/** Runs a statement such as `create database` on a cluster. */
export async function onCluster(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The address of a cluster's database. */
export function addressOf(cluster: string, database: string): string {
  const url = new URL(cluster);
  url.pathname = `/${database}`;
  return url.href;
}

/** The process ids of the postmaster of a data folder and, on Linux, of its children. */
function processesOf(data: string): number[] {
  const file = join(data, 'postmaster.pid');
  const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
  if (!isAlive(postmaster)) return [];
  const children = `/proc/${postmaster}/task/${postmaster}/children`;
  const ids = existsSync(children) ? readFileSync(children, 'utf8').split(' ').filter(Boolean) : [];
  return [postmaster, ...ids.map(Number)];
}

/** Whether a process with this id is running, under any user. */
function isAlive(id: number): boolean {
  try {
    return id > 0 && process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
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

function run(command: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`);
}

/** Runs a command without blocking this process. */
function runAsync(command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, { stdio: 'ignore' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status) =>
      status === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} ended with ${status}`)),
    );
  });
}
