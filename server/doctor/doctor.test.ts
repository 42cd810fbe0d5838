import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSilentServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { rememberBackup } from '../backup/last-backup.ts';
import { type ServerDatabase, serverDatabase } from '../testing/server-database.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { clockFinding } from './clock.ts';
import { findingsOf } from './finding.ts';

const { engine } = inject('template');
const command = fileURLToPath(new URL('../../scripts/doctor.ts', import.meta.url));

let place: ServerDatabase;
beforeAll(async () => {
  place = await serverDatabase();
});
afterAll(() => place.remove());

/** Runs `npm run doctor` with these settings. */
async function doctor(settings: Record<string, string>): Promise<{ code: number; lines: string[] }> {
  const child = spawn(process.execPath, [command], { env: { PATH: process.env.PATH, ...settings } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const [code] = await once(child, 'close');
  return { code, lines: output.split('\n') };
}

const subjectsOf = (lines: string[], verdict: string) =>
  lines.filter((line) => line.startsWith(`${verdict} `)).map((line) => line.split(/\s+/)[1]);

async function startMailServer(password: string): Promise<string> {
  const server = new SMTPServer({
    authOptional: false,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) =>
      auth.password === password ? done(null, { user: auth.username }) : done(new Error('wrong password')),
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
  return `127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

/** An HTTP server that answers every request in the same way. */
async function startWebServer(status: number, body: object, headers: Record<string, string> = {}) {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const providerAt = (issuer: string) =>
  JSON.stringify([{ key: 'sso', label: 'SSO', issuer, clientId: 'id', clientSecret: 'secret' }]);

describe('the doctor', () => {
  it('reports no problem while the server runs, and only an unreachable address once the server has stopped', async () => {
    const mail = await startMailServer('right');
    const issuer = await startWebServer(200, { authorization_endpoint: 'http://127.0.0.1/' });
    const port = await freePort();
    const settings: Record<string, string> = {
      ...place.settings,
      DEMO: 'off',
      PORT: String(port),
      SMTP_URL: `smtp://mail:right@${mail}`,
      IDENTITY_PROVIDERS: providerAt(issuer),
    };
    const server = await startServerProcess(settings);
    await rememberBackup(String(settings.DATA_DIR), {
      file: join(String(settings.DATA_DIR), 'lock'),
      createdAt: new Date().toISOString(),
      bytes: 1,
      isEncrypted: true,
    });
    const running = await doctor(settings);
    expect(subjectsOf(running.lines, 'problem')).toEqual([]);
    expect(running.code).toBe(0);
    const [ok, warnings] = ['ok', 'warning'].map((verdict) => subjectsOf(running.lines, verdict));
    for (const subject of ['settings', 'node', 'disk', 'database', 'backup', 'mail', 'address', 'sign-in'])
      expect(ok).toContain(subject);
    // PUBLIC_URL is an address of this machine.
    expect(warnings).toEqual(engine === 'embedded' ? ['settings', 'address'] : ['address']);
    await server.end('SIGTERM');

    const stopped = await doctor(settings);
    expect(stopped.code).toBe(1);
    expect(subjectsOf(stopped.lines, 'problem')).toEqual(['address']);
    expect(stopped.lines.join('\n')).toContain('The schema is up to date.');
  });

  it('gives advice about an unreachable database, a wrong password, a wrong address and a wrong clock', async () => {
    const mail = await startMailServer('right');
    const tomorrow = new Date(Date.now() + 86_400_000).toUTCString();
    const metadata = { authorization_endpoint: 'http://127.0.0.1/' };
    const [issuer, stranger] = [
      await startWebServer(200, metadata, { date: tomorrow }),
      await startWebServer(200, { status: 'ok' }),
    ];
    const { code, lines } = await doctor({
      ...place.settings,
      DATABASE_URL: `postgres://nobody:hidden@127.0.0.1:${await freePort()}/none`,
      SECRET: 'a secret of thirty-two characters',
      SMTP_URL: `smtp://mail:wrong@${mail}`,
      PUBLIC_URL: stranger,
      IDENTITY_PROVIDERS: providerAt(issuer),
      STRAVA_CLIENT_ID: '1',
      STRAVA_CLIENT_SECRET: 'secret',
    });
    expect(code).toBe(1);
    const text = lines.join('\n');
    for (const advice of [
      /problem +database +The database cannot be reached: .*correct DATABASE_URL/,
      /problem +mail .*Correct the user and the password in SMTP_URL/,
      /problem +address +Services cannot send webhooks/,
      /problem +address .*does not lead to this platform/,
      /problem +sign-in sso +The clock differs .* by 86[34]\d\d seconds: synchronise/,
    ])
      expect(text).toMatch(advice);
    expect(text).not.toMatch(/hidden|wrong@/);
  });

  it('lists invalid settings, one per line', async () => {
    const { code, lines } = await doctor({
      PORT: 'many',
      SMTP_URL: 'http://mail',
      DATABASE_URL: 'postgres://x',
    });
    expect(code).toBe(1);
    const problems = lines.filter((line) => line.startsWith('problem')).join('\n');
    expect(problems).toMatch(/PORT: /);
    expect(problems).toMatch(/SMTP_URL: must start with smtp/);
  });

  it('stops waiting for servers that do not respond', async () => {
    const sockets: Socket[] = [];
    const silent = createSilentServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const address = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const { code, lines } = await doctor({
      ...place.settings,
      DATABASE_URL: `postgres://nobody@${address}/none`,
      SECRET: 'a secret of thirty-two characters',
      SMTP_URL: `smtp://${address}`,
      PUBLIC_URL: `http://${address}`,
      IDENTITY_PROVIDERS: providerAt(`http://${address}`),
    });
    expect(code).toBe(1);
    expect(subjectsOf(lines, 'problem')).toEqual(['database', 'mail', 'address', 'sign-in']);
  });

  it('reports a folder that cannot be used, and a check that never ends', async () => {
    const file = join(String(place.settings.DATA_DIR), 'a-file');
    await writeFile(file, '');
    const { DATABASE_URL: _, ...others } = place.settings;
    const { code, lines } = await doctor({ ...others, DATA_DIR: file, SECRET: 'x'.repeat(32) });
    expect(code).toBe(1);
    expect(subjectsOf(lines, 'problem')).toEqual(expect.arrayContaining(['disk', 'database']));
    await rm(file);
    const endless = { subject: 'test', run: () => new Promise<never>(() => {}) };
    expect(await findingsOf(endless, 1)).toEqual([
      { subject: 'test', verdict: 'problem', text: 'The check did not end within 0.001 seconds.' },
    ]);
  });

  it('allows for the response time when it compares clocks', async () => {
    const verdictOf = async (theirs: number) => {
      const run = async (report: Parameters<typeof clockFinding>[3]) =>
        clockFinding('x', theirs, { began: 100_000, ended: 104_000 }, report);
      return (await findingsOf({ subject: 'clock', run }))[0]?.verdict;
    };
    expect(await Promise.all([96_000, 108_000, 94_000, 120_000, 60_000].map(verdictOf))).toEqual([
      'ok',
      'ok',
      'warning',
      'warning',
      'problem',
    ]);
  });
});
