import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { pdf } from '../contract/managed/works-council-pack.ts';
import { startServerProcess } from '../server/testing/server-process.ts';
import { buildServer } from './built-server.ts';
import { billOfMaterials, releaseFiles, writeTarball } from './release-archive.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const time = new Date('2026-11-24T08:00:00Z');

const built = () => globSync('dist/server/*', { cwd: root });

beforeAll(buildServer);

it('builds the same tarball and bill of materials each time, and the unpacked server starts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'challenge-release-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [one, two] = ['one.tar.gz', 'two.tar.gz'].map((name) => join(folder, name)) as [string, string];
  for (const path of [one, two]) await writeTarball(path, 'release', await releaseFiles(root, built()), time);
  expect((await readFile(one)).equals(await readFile(two))).toBe(true);

  const bill = billOfMaterials(root, time);
  expect(billOfMaterials(root, time)).toBe(bill);
  const { bomFormat, components, metadata } = JSON.parse(bill);
  const names = components.map(({ name }: { name: string }) => name);
  expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'company-challenge']);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg']));
  expect(names).not.toContain('vitest');

  spawnSync('tar', ['xzf', one, '-C', folder]);
  const unpacked = join(folder, 'release');
  const lock = JSON.parse(await readFile(join(unpacked, 'package-lock.json'), 'utf8'));
  expect(Object.keys(lock.packages)).toContain('node_modules/fastify');
  expect(Object.keys(lock.packages)).not.toContain('node_modules/vitest');
  await symlink(join(root, 'node_modules'), join(unpacked, 'node_modules'));
  const settings = { DATA_DIR: join(folder, 'data'), DEMO: 'on', DEMO_PASSWORD: 'a password for tests' };
  const main = join(unpacked, 'dist', 'server', 'main.js');
  const server = await startServerProcess(settings, undefined, main);
  // A worker thread draws the PDF, and reads texts and fonts for it.
  const signedIn = await fetch(`${server.address}/global-challenge-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'organiser@example.com', password: settings.DEMO_PASSWORD }),
  });
  const cookie = signedIn.headers.getSetCookie()[0] ?? '';
  const drawn = await fetch(`${server.address}${pdf.path}?locale=fr`, { headers: { cookie } });
  expect([drawn.status, (await drawn.text()).slice(0, 5)]).toEqual([200, '%PDF-']);
  expect(await server.end('SIGTERM')).toBe(0);
  const doctor = spawnSync(process.execPath, [join(unpacked, 'scripts', 'doctor.ts')], {
    env: { PATH: process.env.PATH, ...settings },
    encoding: 'utf8',
  });
  expect(doctor.stdout).toContain('The schema is up to date.');

  const installed = join(unpacked, 'package.json');
  const later = { ...JSON.parse(await readFile(installed, 'utf8')), version: '99.0.0' };
  await writeFile(installed, JSON.stringify(later));
  const { status, stderr } = spawnSync(process.execPath, [main], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^This is version 99\.0\.0, .*npm run build/)]);
});

it('builds a server in ASCII files that finds its migrations, texts and worker scripts', async () => {
  const files = built().filter((path) => path.endsWith('.js'));
  const found = files.map(async (path) => {
    const text = await readFile(join(root, path), 'utf8');
    expect([path, /[^\0-\x7f]/.exec(text)?.index]).toEqual([path, undefined]);
    const uses = text.matchAll(/new URL\(["`]([^"`$]+)["`], new URL\("([^"]+)", import\.meta\.url\)/g);
    return [...uses].map(([, name = '', source = '']) => {
      return new URL(name, new URL(source, pathToFileURL(join(root, path))));
    });
  });
  const used = (await Promise.all(found)).flat();
  expect(used.length).toBeGreaterThan(8);
  expect(used.filter((url) => !existsSync(url))).toEqual([]);
});
