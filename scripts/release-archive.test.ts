import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { startServerProcess } from '../server/testing/server-process.ts';
import { billOfMaterials, releaseFiles, writeTarball } from './release-archive.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const time = new Date('2026-11-24T08:00:00Z');

it('builds the same tarball and bill of materials each time, and the unpacked server starts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'challenge-release-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [one, two] = ['one.tar.gz', 'two.tar.gz'].map((name) => join(folder, name)) as [string, string];
  for (const path of [one, two]) await writeTarball(path, 'release', await releaseFiles(root, []), time);
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
  const settings = { DATA_DIR: join(folder, 'data'), DEMO: 'off' };
  const server = await startServerProcess(settings, undefined, join(unpacked, 'server', 'main.ts'));
  expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
  expect(await server.end('SIGTERM')).toBe(0);
  const doctor = spawnSync(process.execPath, [join(unpacked, 'scripts', 'doctor.ts')], {
    env: { PATH: process.env.PATH, ...settings },
    encoding: 'utf8',
  });
  expect(doctor.stdout).toContain('The schema is up to date.');
});
