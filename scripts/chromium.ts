import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Flags for a Chromium that runs as root, without a graphics card, and makes no calls of its own. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const shell = '/usr/bin/chromium-headless-shell';
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Finds Chromium's headless shell, which needs half the work to render the same pages, because it draws no window. If
 * missing, the shell is installed with apt-get, unless that requires a password.
 */
export function chromium(): string {
  const found = () => [process.env.CHROMIUM, shell, ...places].find((place) => place && existsSync(place));
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const isWanted = !process.env.CHROMIUM && !existsSync(shell) && mayInstall;
  if (isWanted && !install('chromium-headless-shell')) process.stdout.write('The installation failed.\n');
  if (!found() && !install('chromium'))
    throw new Error('No Chromium found: install one, or set CHROMIUM to its path');
  const place = found();
  if (!place) throw new Error('Chromium was installed but not found: set CHROMIUM to its path');
  return place;
}

/** Prints a message and installs a Debian package; returns whether the installation succeeded. */
export function install(name: string): boolean {
  process.stdout.write(`Installing ${name} with apt-get…\n`);
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo'];
  const run = (...args: string[]) => {
    const [command = '', ...rest] = [...asRoot, ...args];
    return spawnSync(command, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status;
  };
  run('apt-get', 'update');
  return run('apt-get', 'install', '-y', '--no-install-recommends', name) === 0;
}
