import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const shell = '/usr/bin/chromium-headless-shell';
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The Chromium of this machine: its headless shell, which shows the same pages for half the work, as it draws no window
 * around them; installed with apt-get where it is not there and that is possible without asking.
 */
export function chromium(): string {
  const found = () => [process.env.CHROMIUM, shell, ...places].find((place) => place && existsSync(place));
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const isWanted = !process.env.CHROMIUM && !existsSync(shell) && mayInstall;
  if (isWanted || !found()) install('chromium-headless-shell', found());
  const place = found();
  if (!place) throw new Error('No Chromium: install one, or name it in CHROMIUM');
  return place;
}

/** Installs a Debian package, saying so. Throws where that fails and there is nothing else that would do. */
export function install(name: string, instead?: string): void {
  process.stdout.write(`Installing ${name} with apt-get…\n`);
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo'];
  const run = (...words: string[]) => {
    const [command = '', ...rest] = [...asRoot, ...words];
    return spawnSync(command, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status;
  };
  run('apt-get', 'update');
  if (run('apt-get', 'install', '-y', '--no-install-recommends', name) !== 0 && !instead)
    throw new Error(`apt-get could not install ${name}: please install it and try again`);
}
