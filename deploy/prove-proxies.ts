/**
 * Runs the platform behind nginx and Caddy with the examples in deploy/proxies, and checks what a proxy can
 * break: TLS, the base path, cookies, uploads, live updates and request ids. Run with `npm run
 * prove-proxies`. Tests the proxies that are installed, and names those that are not.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../scripts/free-port.ts';
import { startServerProcess } from '../server/testing/server-process.ts';

const host = 'intranet.example.com';
const password = 'a password for the demo';
const megabyte = 1024 * 1024;

/** How long a proxy may take to start, and a response to arrive, in milliseconds. */
const timeout = 20_000;

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

const folder = await mkdtemp(join(tmpdir(), 'challenge-proxies-'));
execFileSync(
  'openssl',
  [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', `/CN=${host}`],
    ...[
      '-addext',
      `subjectAltName=DNS:${host}`,
      '-keyout',
      `${folder}/key.pem`,
      '-out',
      `${folder}/certificate.pem`,
    ],
  ],
  { stdio: 'ignore' },
);
// nginx reads and writes here as an unprivileged user.
await chmod(folder, 0o711);
const ca = await readFile(`${folder}/certificate.pem`);

/** Returns the shipped example, with this test's ports and certificate. */
async function example(file: string, ports: { app: number; http: number; https: number }): Promise<string> {
  return (await readFile(new URL(`./proxies/${file}`, import.meta.url), 'utf8'))
    .replace('127.0.0.1:3000', `127.0.0.1:${ports.app}`)
    .replaceAll('/etc/ssl/challenge', folder)
    .replace('/var/log/nginx', folder)
    .replaceAll(/^.*listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${ports.https} `);
}

const proxies = {
  nginx: async (ports: { app: number; http: number; https: number }) => {
    const shipped = await example('nginx.conf', ports);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join('\n');
    const config = `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
      events {} http { ${paths} ${shipped} }`;
    await writeFile(`${folder}/nginx.conf`, config);
    return ['-c', `${folder}/nginx.conf`, '-e', `${folder}/nginx.log`];
  },
  caddy: async (ports: { app: number; http: number; https: number }) => {
    const shipped = (await example('Caddyfile', ports)).replace(
      `\n${host} {`,
      `\n{\n\tadmin off\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n}\n${host} {
	bind 127.0.0.1
	tls ${folder}/certificate.pem ${folder}/key.pem`,
    );
    // Otherwise, other machines could reach the port for redirects during the test.
    const local = shipped.replace(`http://${host} {`, `http://${host} {\n\tbind 127.0.0.1`);
    await writeFile(`${folder}/Caddyfile`, local);
    return ['run', '--config', `${folder}/Caddyfile`, '--adapter', 'caddyfile'];
  },
};

let failed = 0;
const check = (proxy: string, what: string, isRight: boolean, seen?: unknown) => {
  if (!isRight) failed += 1;
  process.stdout.write(
    `${isRight ? 'ok  ' : 'FAIL'} ${proxy}: ${what}${isRight ? '' : ` (${JSON.stringify(seen)})`}\n`,
  );
};

for (const [name, configure] of Object.entries(proxies)) {
  if (spawnSync(name, [name === 'nginx' ? '-v' : 'version'], { stdio: 'ignore' }).error) {
    process.stdout.write(`--   ${name} is not installed: apt-get install ${name}\n`);
    continue;
  }
  const ports = { app: await freePort(), http: await freePort(), https: await freePort() };
  const server = await startServerProcess({
    PORT: String(ports.app),
    BASE_PATH: '/challenge/',
    PUBLIC_URL: `https://${host}/challenge/`,
    DEMO: 'on',
    DEMO_PASSWORD: password,
    DATA_DIR: `${folder}/data-${name}`,
    LOG_LEVEL: 'info',
    SECURITY_CONTACT: 'mailto:security@example.com',
  });
  const proxy = spawn(name, await configure(ports), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder },
  });
  let complaints = '';
  proxy.stderr?.on('data', (text) => {
    complaints += text;
  });
  try {
    await prove(name, ports, server.printed);
  } catch (error) {
    process.stdout.write(complaints);
    throw error;
  } finally {
    proxy.kill('SIGTERM');
    if (proxy.exitCode === null) await once(proxy, 'exit');
    await server.end('SIGTERM');
  }
}
await rm(folder, { recursive: true });
process.exit(failed > 0 ? 1 : 0);

async function prove(
  name: string,
  ports: { http: number; https: number },
  printed: () => string,
): Promise<void> {
  const ask = (path: string, options: { body?: Buffer | string; headers?: Record<string, string> } = {}) =>
    open(ports.https, path, options).then(textOf);
  for (const until = Date.now() + timeout; ; await wait(100))
    if (
      await ask('/challenge/healthz').then(
        ({ status }) => status === 200,
        () => false,
      )
    )
      break;
    else if (Date.now() > until) throw new Error(`${name} does not start`);

  const withoutTls = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = plainRequest({ port: ports.http, path: `/challenge/${path}`, headers: { host } });
      sent.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject);
      sent.end();
    });
  check(name, 'redirects to TLS', (await withoutTls('')) === 301);
  check(name, 'refuses API calls without TLS', (await withoutTls('platform/api/configs')) === 403);
  const contact = await ask('/.well-known/security.txt');
  check(name, 'serves security.txt at the root', contact.text.includes('security@example.com'), contact);
  const bare = await ask('/challenge');
  check(
    name,
    'adds the slash to the base path',
    bare.headers.location?.endsWith('/challenge/') === true,
    bare.headers,
  );
  const outside = await ask('/platform/api/configs');
  check(
    name,
    'serves nothing of the platform outside the base path',
    !outside.text.includes('@context'),
    outside,
  );

  const signedIn = await ask('/challenge/global-challenge-login', {
    headers: { 'content-type': 'application/json', 'x-request-id': 'chosen-by-the-client' },
    body: JSON.stringify({ username: 'participant@example.com', password }),
  });
  const cookie = signedIn.headers['set-cookie']?.[0] ?? '';
  check(name, 'lets people sign in', signedIn.status === 200, signedIn);
  check(
    name,
    'passes on a secure cookie for the base path',
    /path=\/challenge/i.test(cookie) && /secure/i.test(cookie),
    cookie,
  );
  const id = String(signedIn.headers['x-request-id']);
  // The log line is written after the response.
  for (const until = Date.now() + timeout; !printed().includes(id) && Date.now() < until; ) await wait(100);
  check(
    name,
    'sets the request id, which clients cannot choose',
    id !== 'chosen-by-the-client' && printed().includes(id),
    id,
  );
  const headers = { cookie: cookie.split(';')[0] ?? '' };
  const me = await ask('/challenge/platform/api/person_infos/me', { headers });
  check(name, 'keeps people signed in', me.status === 200 && me.text.includes('/challenge/'), me.status);

  const upload = (size: number) => {
    const start = '--part\r\ncontent-disposition: form-data; name="file"; filename="run.gpx"\r\n\r\n';
    const body = Buffer.concat([Buffer.from(start), Buffer.alloc(size, 32), Buffer.from('\r\n--part--\r\n')]);
    const type = { 'content-type': 'multipart/form-data; boundary=part' };
    return ask('/challenge/platform/api/workout_files', { headers: { ...headers, ...type }, body });
  };
  const large = await upload(19 * megabyte);
  check(name, 'passes on a file of 19 MB to the platform', large.status === 422, large);
  const tooLarge = await upload(30 * megabyte).catch((error) => ({ status: error.code }));
  check(
    name,
    'refuses a file of 30 MB',
    [413, 'EPIPE', 'ECONNRESET'].includes(tooLarge.status),
    tooLarge.status,
  );

  const stream = await open(ports.https, '/challenge/platform/api/board_changes', { headers });
  const [first] = (await once(stream, 'data', { signal: AbortSignal.timeout(timeout) })) as [Buffer];
  check(name, 'passes on live updates immediately', String(first).includes('retry:'), String(first));
  stream.destroy();
}

/** Sends a request over TLS, as a browser would that trusts the certificate's authority. */
async function open(
  port: number,
  path: string,
  { body, headers }: { body?: Buffer | string; headers?: Record<string, string> },
): Promise<IncomingMessage> {
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    ca,
    servername: host,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      host,
      ...headers,
      ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
    },
    signal: AbortSignal.timeout(timeout),
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.on('error', () => undefined);
  return answer;
}

async function textOf(answer: IncomingMessage): Promise<Answer> {
  let text = '';
  for await (const part of answer) text += part;
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: text.slice(0, 2000) };
}
