import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { billOfMaterials, commitTime, releaseFiles, versionOf, writeTarball } from './release-archive.ts';

// Makes the files of a release from the current commit: a tarball with the built apps and documentation, a
// bill of materials, and checksums.
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'dist', 'release');

await build();
const version = await versionOf(root);
const name = `company-challenge-${version}`;
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const time = commitTime(root);
const built = globSync('dist/{web,management,server,docs}/**/*', { cwd: root, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
await writeTarball(join(folder, `${name}.tar.gz`), name, await releaseFiles(root, built), time);
await writeFile(join(folder, `${name}.cdx.json`), billOfMaterials(root, time));
const sums = [`${name}.cdx.json`, `${name}.tar.gz`].map(async (file) => {
  const sum = createHash('sha256').update(await readFile(join(folder, file)));
  return `${sum.digest('hex')}  ${file}\n`;
});
await writeFile(join(folder, 'SHA256SUMS'), (await Promise.all(sums)).join(''));
console.log(`The release ${version} is in dist/release.`);

async function build(): Promise<void> {
  await rm(join(root, 'dist'), { recursive: true, force: true });
  const { status } = spawnSync('npm', ['run', 'build', '--silent', '--', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The build failed.');
}
