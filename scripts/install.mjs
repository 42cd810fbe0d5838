import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The path of the project's own Node, which is installed as a package. */
export const node = `${root}node_modules/.bin/node`;

/** Installs the packages if they are missing or the lock file has changed. */
export function installWhereNeeded() {
  const lock = `${root}package-lock.json`;
  const mark = `${root}node_modules/.installed-package-lock.json`;
  if (existsSync(mark) && readFileSync(mark, 'utf8') === readFileSync(lock, 'utf8')) return;
  process.stdout.write('Installing packages…\n');
  // `npm ci` would refuse a lock file that lacks a binary for another platform, which often happens with registry
  // mirrors. `npm install --no-save` also installs the locked versions, and leaves the lock file unchanged.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
  copyFileSync(lock, mark);
}
