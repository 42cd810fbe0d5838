import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { install } from '../../scripts/chromium.ts';
import { freePort } from '../../scripts/free-port.ts';

/** Three PostgreSQL nodes on this machine, each with its own etcd and Patroni, and an HAProxy in front of them. */
export interface Nodes {
  /** The address of the database, through HAProxy. */
  databaseUrl: string;
  /** The address of the standbys, through HAProxy. */
  databaseReadUrl: string;
  /**
   * Returns the number of the node that is the primary, from 1. Throws if there is none within `within` milliseconds.
   */
  primary(within?: number): Promise<number>;
  /**
   * Waits until this many nodes replicate from the primary, one of them synchronously; returns whether they do so within
   * `within` milliseconds.
   */
  areStandbys(count: number, within: number): Promise<boolean>;
  /** Kills PostgreSQL on a node, as in a crash; Patroni survives. */
  killPostgresql(node: number): Promise<void>;
  /** Kills everything on a node, as in a power failure. */
  killNode(node: number): Promise<void>;
  /** Starts a killed node again. */
  startNode(node: number): void;
  /** Returns the ids of the processes that make up a node: etcd, Patroni and PostgreSQL. */
  processesOf(node: number): number[];
}

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const numbers = [1, 2, 3];
/** How long three nodes may take to start on a busy machine, in milliseconds. */
const startsWithin = 120_000;

interface Ports {
  database: number;
  api: number;
  etcd: number;
  etcdPeers: number;
}

/** Returns whether this machine has the programs that the nodes need. Installs missing ones if possible. */
export function hasPrograms(): boolean {
  const wanted = {
    patroni: '/usr/bin/patroni',
    'etcd-server': '/usr/bin/etcd',
    haproxy: '/usr/sbin/haproxy',
  };
  return Object.entries(wanted).every(
    ([name, path]) => existsSync(path) || (install(name) && existsSync(path)),
  );
}

/** Starts three nodes with an empty database `challenge`, in a folder. `atEnd` stops them. */
export async function startNodes(folder: string, atEnd: AsyncDisposableStack): Promise<Nodes> {
  // The account postgres must be able to reach its folders.
  chmodSync(folder, 0o755);
  const password = 'only on this machine';
  const running: Record<string, ChildProcess> = {};
  const ports: Ports[] = [];
  for (const _ of numbers)
    ports.push({
      database: await freePort(),
      api: await freePort(),
      etcd: await freePort(),
      etcdPeers: await freePort(),
    });
  const portsOf = (node: number) => ports[node - 1] as Ports;
  const start = (name: string, command: string, args: string[], env: Record<string, string>) => {
    const child = spawn(command, args, {
      env: { PATH: `${process.env.PATH}:/usr/sbin`, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(command === 'haproxy' ? {} : owner()),
    });
    const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' });
    for (const stream of [child.stdout, child.stderr]) stream?.pipe(log, { end: false });
    running[name] = child;
  };
  const folderOf = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const { uid, gid } = owner();
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
    return path;
  };
  const data = (node: number) => join(folder, `node${node}`, 'data');
  const startNode = (node: number) => {
    const { database, api, etcd, etcdPeers } = portsOf(node);
    start(`etcd${node}`, 'etcd', [], {
      ETCD_NAME: `node${node}`,
      ETCD_DATA_DIR: folderOf(`etcd${node}`),
      ETCD_LISTEN_CLIENT_URLS: `http://127.0.0.1:${etcd}`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://127.0.0.1:${etcd}`,
      ETCD_LISTEN_PEER_URLS: `http://127.0.0.1:${etcdPeers}`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://127.0.0.1:${etcdPeers}`,
      ETCD_INITIAL_CLUSTER: ports
        .map((one, index) => `node${index + 1}=http://127.0.0.1:${one.etcdPeers}`)
        .join(),
    });
    folderOf(`node${node}`);
    start(`patroni${node}`, 'patroni', [here('patroni.yml')], {
      PATRONI_NAME: `node${node}`,
      PATRONI_ETCD3_HOSTS: ports.map((one) => `127.0.0.1:${one.etcd}`).join(),
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${api}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${api}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${database}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${database}`,
      PATRONI_POSTGRESQL_DATA_DIR: data(node),
      PATRONI_POSTGRESQL_PGPASS: join(folder, `node${node}`, 'pgpass'),
      PATRONI_POSTGRESQL_BIN_DIR: binaries(),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: password,
    });
  };
  const members = async () => {
    for (const { api } of ports) {
      const answer = await fetch(`http://127.0.0.1:${api}/cluster`, {
        signal: AbortSignal.timeout(1_000),
      }).catch(() => undefined);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  };
  const stop = async (name: string) => {
    const child = running[name];
    delete running[name];
    if (child) await end(child);
  };
  const postmasterOf = (node: number) => {
    const file = join(data(node), 'postmaster.pid');
    return existsSync(file) ? [Number(readFileSync(file, 'utf8').split('\n')[0])] : [];
  };
  const killPostgresql = async (node: number) => {
    for (const id of postmasterOf(node)) killTree(id);
  };
  const [database, standbys] = [await freePort(), await freePort()];
  const urlAt = (port: number) => `postgres://challenge:challenge@127.0.0.1:${port}/challenge`;
  const nodes: Nodes = {
    databaseUrl: urlAt(database),
    databaseReadUrl: urlAt(standbys),
    async primary(within = 0) {
      const until = performance.now() + within;
      do {
        for (const node of numbers) {
          const address = `http://127.0.0.1:${portsOf(node).api}/primary`;
          const answer = await fetch(address, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
          if (answer?.ok) return node;
        }
        await setTimeout(100);
      } while (performance.now() < until);
      throw new Error(`no node has become the primary; see ${folder}/patroni1.log`);
    },
    async areStandbys(count, within) {
      const until = performance.now() + within;
      while (performance.now() < until) {
        const standbys = (await members()).filter(
          ({ role, state }) => role !== 'leader' && /running|streaming/.test(state),
        );
        if (standbys.length === count && standbys.some(({ role }) => role === 'sync_standby')) return true;
        await setTimeout(200);
      }
      return false;
    },
    killPostgresql,
    async killNode(node) {
      await Promise.all([stop(`patroni${node}`), stop(`etcd${node}`), killPostgresql(node)]);
    },
    startNode,
    processesOf: (node) => [
      ...[`etcd${node}`, `patroni${node}`].flatMap((name) => running[name]?.pid ?? []),
      ...postmasterOf(node),
    ],
  };
  atEnd.defer(async () => {
    await Promise.all([...numbers.map((node) => nodes.killNode(node)), stop('haproxy')]);
  });
  for (const node of numbers) startNode(node);
  start('haproxy', 'haproxy', ['-db', '-f', here('database.cfg')], {
    DATABASE_BIND: `127.0.0.1:${database}`,
    DATABASE_READ_BIND: `127.0.0.1:${standbys}`,
    ...Object.fromEntries(
      ports.flatMap(({ database, api }, index) => [
        [`NODE${index + 1}_DATABASE`, `127.0.0.1:${database}`],
        [`NODE${index + 1}_API_PORT`, String(api)],
      ]),
    ),
  });
  const primary = await nodes.primary(startsWithin);
  await createDatabase(`postgres://postgres:${password}@127.0.0.1:${portsOf(primary).database}/postgres`);
  if (!(await nodes.areStandbys(2, startsWithin)))
    throw new Error(`fewer than two standbys, or none of them synchronous; see the logs in ${folder}`);
  return nodes;
}

interface Member {
  role: string;
  state: string;
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`create role challenge login password 'challenge'`);
  await client.query('create database challenge owner challenge');
  await client.end();
}

/**
 * Returns the user and group that run everything on the nodes. If we are root, this is the account postgres, because
 * PostgreSQL refuses to run as root; otherwise, the result is empty.
 */
function owner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function binaries(): string {
  const debian = '/usr/lib/postgresql';
  const latest = readdirSync(debian).sort((a, b) => Number(b) - Number(a))[0];
  return `${debian}/${latest}/bin`;
}

/** Kills a postmaster and its children together, so that no child survives it. */
function killTree(postmaster: number): void {
  const children = `/proc/${postmaster}/task/${postmaster}/children`;
  const ids = existsSync(children)
    ? readFileSync(children, 'utf8').split(' ').filter(Boolean).map(Number)
    : [];
  for (const id of [postmaster, ...ids]) {
    try {
      process.kill(id, 'SIGKILL');
    } catch (error) {
      // A child may have ended since it was listed.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
