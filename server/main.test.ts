import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '../scripts/free-port.ts';
import { type ServerDatabase, serverDatabase } from './testing/server-database.ts';
import { type ServerProcess, startServerProcess } from './testing/server-process.ts';
import { expectSumsToHold } from './testing/sums.ts';

const password = 'a password for the demo';

let place: ServerDatabase;
let settings: Record<string, string>;

beforeAll(async () => {
  place = await serverDatabase();
  settings = { ...place.settings, DEMO: 'on', DEMO_PASSWORD: password };
});
afterAll(() => place.remove());

describe('an empty platform', () => {
  it('prints a new one-time link for the first organiser at every start until one is used', async () => {
    const own = await serverDatabase();
    const empty = { ...own.settings, DEMO: 'off' };
    // The embedded engine creates its database itself.
    if (!own.postgresql) await rm(join(own.settings.DATA_DIR ?? '', 'database'), { recursive: true });
    const linkOf = (server: ServerProcess) =>
      server.printed().match(/\/first-organiser\/([\w-]{43}) /)?.[1] ?? '';
    const open = (server: ServerProcess, slug: string, body?: object) =>
      fetch(`${server.address}/platform/api/first_organiser/${slug}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const first = await startServerProcess(empty);
    const old = linkOf(first);
    expect((await open(first, old)).status).toBe(204);
    expect(await first.end('SIGTERM')).toBe(0);

    const second = await startServerProcess(empty);
    const slug = linkOf(second);
    expect((await open(second, old)).status).toBe(404);
    const person = { givenName: 'Mia', surname: 'Peeters', email: 'mia@example.com', language: 'fr' };
    const made = await open(second, slug, { ...person, password: 'sturdy walking shoes' });
    expect(made.status).toBe(201);
    const cookie =
      made.headers
        .getSetCookie()
        .find((one) => one.startsWith('session='))
        ?.split(';')[0] ?? '';
    for (const path of [
      'challenges',
      'sports',
      'person_infos/me',
      'activities',
      'configs',
      'challenge_teams',
    ]) {
      const answer = await fetch(`${second.address}/platform/api/${path}`, { headers: { cookie } });
      // Teams are off by default.
      expect([path, answer.status]).toEqual([path, path === 'challenge_teams' ? 404 : 200]);
    }
    expect(await second.end('SIGTERM')).toBe(0);

    const third = await startServerProcess(empty);
    expect(third.printed()).not.toContain('first-organiser');
    expect(await third.end('SIGTERM')).toBe(0);
    await own.remove();
  });
});

describe.skipIf(inject('template').engine === 'embedded')('three demo processes that start together', () => {
  it('fill an empty database only once', async () => {
    const { settings: empty, use, remove } = await serverDatabase();
    await use(
      async ({ db }) => void (await sql.raw('drop schema public cascade; create schema public').execute(db)),
    );
    const demo = { ...empty, DEMO: 'on', DEMO_PASSWORD: password };
    const servers = await Promise.all([demo, demo, demo].map((one) => startServerProcess(one)));
    for (const server of servers) {
      expect(server.printed()).toContain('WELCOME');
      expect(await signIn(server)).toMatch(/^session=/);
    }
    await use(async ({ db }) => {
      const codes = await db.selectFrom('guest_codes').where('code', '=', 'WELCOME').selectAll().execute();
      expect(codes).toHaveLength(1);
      await expectSumsToHold(db);
    });
    expect(await Promise.all(servers.map((server) => server.end('SIGTERM')))).toEqual([0, 0, 0]);
    await remove();
  });
});

describe('the server process', () => {
  it('prints its address, guest code and sign-in details, serves health checks, and tells systemd that it is ready', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'challenge-systemd-'));
    const notify = join(folder, 'systemd-notify');
    await writeFile(notify, `#!/bin/sh\necho "$1" > ${folder}/told\n`, { mode: 0o755 });
    const server = await startServerProcess({
      ...settings,
      NOTIFY_SOCKET: join(folder, 'socket'),
      PATH: `${folder}:${process.env.PATH}`,
    });
    await expect.poll(() => readFile(join(folder, 'told'), 'utf8').catch(() => '')).toBe('--ready\n');
    await rm(folder, { recursive: true });
    expect(server.printed()).toContain('WELCOME');
    expect(server.printed()).toContain('participant@example.com');
    expect(server.printed().includes('npm run build')).toBe(!existsSync('dist/web/index.html'));
    for (const path of ['/healthz', '/readyz']) expect((await fetch(server.address + path)).status).toBe(200);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it('stops cleanly if it is stopped as soon as it accepts requests', async () => {
    const port = String(await freePort());
    const isServing = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    let exit: Promise<unknown[]> | undefined;
    const server = await startServerProcess({ ...settings, PORT: port }, (child) => {
      exit = once(child, 'exit');
      return expect
        .poll(isServing, { interval: 5, timeout: 60_000 })
        .toBe(true)
        .then(() => child.kill('SIGTERM'));
    });
    expect(await exit).toEqual([0, null]);
    expect(server.printed()).not.toContain('Error');
  });

  it('finishes running requests before it stops', async () => {
    const server = await startServerProcess(settings);
    const cookie = await signIn(server);
    const underWay = Array.from({ length: 20 }, () => log(server, cookie));
    await Promise.race(underWay);
    const ended = server.end('SIGTERM');
    const answers = await Promise.allSettled(underWay);
    expect(await ended).toBe(0);
    expect(answers.some((answer) => answer.status === 'fulfilled' && answer.value.status === 201)).toBe(true);
    await expectNothingLost([]);
  });

  // This test starts a process eleven times, which takes minutes on a busy machine.
  it('loses no acknowledged activity when it is killed ten times', {
    timeout: 600_000,
  }, async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      const server = await startServerProcess(settings);
      const cookie = await signIn(server);
      // Each round kills the process after a different number of responses, with eight requests running concurrently.
      const killAfter = 5 + ((round * 37) % 60);
      const before = acknowledged.length;
      let ended: Promise<unknown> | undefined;
      const stream = async () => {
        while (!ended) {
          const answer = await log(server, cookie);
          expect(answer.status).toBe(201);
          acknowledged.push(((await answer.json()) as { uuid: string }).uuid);
          if (acknowledged.length - before >= killAfter) ended ??= server.end('SIGKILL');
        }
      };
      await Promise.allSettled(Array.from({ length: 8 }, stream));
      expect(await ended).toBe('SIGKILL');
      expect(acknowledged.length - before).toBeGreaterThanOrEqual(killAfter);
    }
    await expectNothingLost(acknowledged);
  });

  it.skipIf(inject('template').engine === 'postgresql')(
    'keeps other processes from opening its embedded database, and loses no activity when they try',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'challenge-other-'));
      const server = await startServerProcess(settings);
      const cookie = await signIn(server);
      const acknowledged: string[] = [];
      for (const args of [
        ['server/main.ts'],
        ['scripts/rebuild-standings.ts'],
        ['scripts/remove-second-factor.ts', 'participant@example.com'],
      ]) {
        const other = spawn(process.execPath, args, {
          // Each process gets its own temporary folder, as with systemd and containers.
          env: { PATH: process.env.PATH, ...settings, TMPDIR: folder } as NodeJS.ProcessEnv,
        });
        let printed = '';
        for (const stream of [other.stdout, other.stderr])
          stream.on('data', (chunk) => {
            printed += chunk;
          });
        const closed = once(other, 'close');
        while (other.exitCode === null) {
          const answer = await log(server, cookie);
          expect(answer.status).toBe(201);
          acknowledged.push(((await answer.json()) as { uuid: string }).uuid);
        }
        await closed;
        expect([other.exitCode, printed]).toEqual([
          1,
          `Another process uses the data in ${settings.DATA_DIR}: stop it first.\n`,
        ]);
      }
      await server.end('SIGKILL');
      await expectNothingLost(acknowledged);
      await rm(folder, { recursive: true });
    },
  );

  it('lists invalid settings and exits', () => {
    const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        PORT: 'ninety',
        TRUSTED_PROXIES: 'the proxy',
        DATABASE_URL: 'postgres://nowhere',
      } as NodeJS.ProcessEnv,
    });
    expect(status).toBe(1);
    for (const name of ['PORT', 'TRUSTED_PROXIES']) expect(stderr).toContain(`${name}: `);
  });

  it('exits with an explanation, but without the password, if its database cannot be reached', async () => {
    const port = await freePort();
    const DATABASE_URL = `postgres://user:hidden-word@127.0.0.1:${port}/challenge`;
    const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        SECRET: 'a secret of thirty-two characters',
        DATABASE_URL,
      } as NodeJS.ProcessEnv,
    });
    expect([status, stderr]).toEqual([
      1,
      `DATABASE_URL: the database at 127.0.0.1:${port} cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}. Start the database, or correct DATABASE_URL, and start again.\n`,
    ]);
  });

  it.skipIf(inject('template').engine === 'embedded')(
    'serves health checks on a separate port if it only runs jobs',
    async () => {
      const PROBE_PORT = String(await freePort());
      const jobs = await startServerProcess({ ...settings, DEMO: 'off', ROLE: 'jobs', PROBE_PORT });
      expect(jobs.printed()).toContain('Running jobs');
      for (const path of ['/healthz', '/readyz'])
        expect((await fetch(`http://127.0.0.1:${PROBE_PORT}${path}`)).status).toBe(200);
      const seen = await place.postgresql?.db.selectFrom('jobs_heartbeat').select('seen_at').execute();
      expect(seen).toHaveLength(1);
      expect(await jobs.end('SIGTERM')).toBe(0);
    },
  );

  it('reports that it is not ready before it stops, and serves requests until then', async () => {
    const server = await startServerProcess({ ...settings, DRAIN_SECONDS: '300' });
    const status = async (path: string) => (await fetch(`${server.address}${path}`)).status;
    expect(await status('/readyz')).toBe(200);
    server.child.kill('SIGTERM');
    await expect.poll(() => status('/readyz')).toBe(503);
    expect([await status('/healthz'), await status('/platform/api/configs')]).toEqual([200, 200]);
    // A second signal ends the wait.
    expect(await server.end('SIGINT')).toBe(0);
  });

  it('exits with an explanation if its data folder is read-only', () => {
    const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], {
      encoding: 'utf8',
      // A folder cannot be created below a file, not even by root.
      env: { PATH: process.env.PATH, DATA_DIR: 'package.json/data' } as NodeJS.ProcessEnv,
    });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^DATA_DIR: not writable: .+\n$/)]);
  });
});

async function signIn(server: ServerProcess): Promise<string> {
  const answer = await fetch(`${server.address}/global-challenge-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'participant@example.com', password }),
  });
  expect(answer.status).toBe(200);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

const log = (server: ServerProcess, cookie: string) =>
  fetch(`${server.address}/platform/api/activities`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({
      performedAt: '2026-01-05',
      sport: '/platform/api/sports/1',
      amountType: 'steps',
      steps: 1234,
    }),
  });

/** Opens the database after the processes have ended, and expects all acknowledged activities to be stored. */
async function expectNothingLost(acknowledged: string[]): Promise<void> {
  await place.use(async ({ db }) => {
    const rows = await db.selectFrom('activities').select('uuid').execute();
    const kept = new Set(rows.map(({ uuid }) => uuid));
    expect(acknowledged.filter((uuid) => !kept.has(uuid))).toEqual([]);
    await expectSumsToHold(db);
  });
}
