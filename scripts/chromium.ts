import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The Chromium of this machine; installed with apt-get where there is none and that is possible. */
export function chromium(): string {
  const found = () => [process.env.CHROMIUM, ...places].find((place) => place && existsSync(place));
  if (!found()) install('chromium');
  const place = found();
  if (!place) throw new Error('No Chromium: install one, or name it in CHROMIUM');
  return place;
}

/** Installs a Debian package, saying so. */
export function install(name: string): void {
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
  if (run('apt-get', 'install', '-y', '--no-install-recommends', name) !== 0)
    throw new Error(`apt-get could not install ${name}: please install it and try again`);
}
