import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const read = (path: string) => readFileSync(path, 'utf8');

/** The variables that the server reads. */
const known = new Set([
  ...[...read('server/env.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name ?? ''),
  ...[...read('server/integrations/providers/provider-settings.ts').matchAll(/\b([A-Z]+_[A-Z_]+)\b/g)].map(
    ([, name]) => name ?? '',
  ),
]);
/** Variables of Node and of the operating system. */
const others = new Set([
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
  'NODE_ENV',
  'NODE_EXTRA_CA_CERTS',
  'NODE_OPTIONS',
  'PATH',
]);
const unknown = (names: string[]) =>
  names.filter((name) => !known.has(name.replace(/_FILE$/, '')) && !others.has(name));

interface Service {
  image: string;
  read_only?: boolean;
  cap_drop?: string[];
  user?: string;
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  networks: string[];
  ports?: string[];
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, unknown>;
};
const { version } = JSON.parse(read('package.json')) as { version: string };

describe('the deployment files', () => {
  it('set only variables that the server reads', () => {
    expect(known.size).toBeGreaterThan(20);
    const { web, jobs } = compose.services;
    const image = [...read('Dockerfile').matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) =>
      [...line.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name ?? ''),
    );
    const unit = ['challenge.service', 'environment.example'].flatMap((file) =>
      [...read(`deploy/systemd/${file}`).matchAll(/\b([A-Z][A-Z_]+)=(?!~)/g)].map(([, name]) => name ?? ''),
    );
    const chart = [
      ...[...read('deploy/helm/challenge/templates/_pod.tpl').matchAll(/name: ([A-Z_]+)\b/g)].map(
        ([, name]) => name ?? '',
      ),
      ...Object.keys((parse(read('deploy/helm/challenge/values.yaml')) as { settings: object }).settings),
    ];
    for (const names of [
      Object.keys(web?.environment ?? {}),
      Object.keys(jobs?.environment ?? {}),
      image,
      unit,
      chart,
    ]) {
      expect(names.length).toBeGreaterThan(4);
      expect(unknown(names)).toEqual([]);
    }
  });

  it('start Node with the same flags and glibc settings', () => {
    const flags = (JSON.parse(read('scripts/node-flags.json')) as string[]).join(' ');
    for (const file of ['Dockerfile', 'deploy/systemd/challenge.service'])
      expect(/NODE_OPTIONS="?(--[^"\n]+)/.exec(read(file))?.[1]).toBe(flags);
    for (const file of ['Dockerfile', 'deploy/systemd/challenge.service', 'scripts/start.mjs']) {
      expect(read(file)).toMatch(/MALLOC_ARENA_MAX(=|: ')2\b/);
      expect(read(file)).toMatch(/MALLOC_MMAP_THRESHOLD_(=|: ')131072\b/);
    }
  });

  it('run the platform without privileges and with a read-only root file system', () => {
    for (const [name, service] of Object.entries(compose.services))
      expect([name, service.read_only, service.cap_drop]).toEqual([name, true, ['ALL']]);
    const user = /^USER (.+)$/m.exec(read('Dockerfile'))?.[1];
    expect([compose.services.web?.user, compose.services.jobs?.user]).toEqual([user, user]);
    expect(read('deploy/helm/challenge/templates/_pod.tpl')).toContain(`runAsUser: ${user?.split(':')[0]}`);
  });

  it('publish only the proxy’s ports, and keep the database on a separate network', () => {
    const published = Object.entries(compose.services).filter(([, { ports }]) => ports);
    expect(published.map(([name]) => name)).toEqual(['proxy']);
    expect(compose.services.database?.networks).toEqual(['inside']);
  });

  it('declare the secrets and volumes that they use, and create every secret', () => {
    const made = read('deploy/compose/make-secrets.sh');
    for (const { secrets = [], volumes = [] } of Object.values(compose.services)) {
      for (const name of secrets) {
        expect(Object.keys(compose.secrets)).toContain(name);
        expect(made).toContain(`secrets/${name}`);
      }
      for (const volume of volumes.filter((one) => !one.startsWith('.')))
        expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
    }
    expect(read('.gitignore')).toMatch(/^deploy\/compose\/secrets\/$/m);
  });

  it('probe only paths that the server serves', () => {
    const paths = (file: string) => [...read(file).matchAll(/\/(?:healthz|readyz)\b/g)].map(([path]) => path);
    expect(paths('deploy/container/health-check.mjs')).toEqual(['/healthz']);
    expect(paths('deploy/helm/challenge/templates/_pod.tpl')).toEqual(['/healthz', '/healthz', '/readyz']);
    expect(read('server/kit/health.ts')).toContain('healthz');
  });

  it('refer only to values that the chart defines', () => {
    const values = parse(read('deploy/helm/challenge/values.yaml')) as Record<string, unknown>;
    for (const file of globSync('deploy/helm/challenge/templates/*'))
      for (const [, path = ''] of read(file).matchAll(/\.Values\.([\w.]+)/g)) {
        let at: unknown = values;
        for (const key of path.split('.')) at = (at as Record<string, unknown> | undefined)?.[key];
        expect([file, path, at]).not.toContain(undefined);
      }
  });

  it('have the same version as the platform', () => {
    const chart = parse(read('deploy/helm/challenge/Chart.yaml')) as Record<string, string>;
    expect([chart.version, chart.appVersion]).toEqual([version, version]);
  });

  it('copy every folder that the server and its scripts load into the image', () => {
    const packed = read('deploy/container/pack.sh');
    for (const folder of ['contract', 'demo', 'dist', 'scripts', 'server', 'simulators', 'node_modules'])
      expect(packed).toMatch(new RegExp(`^cp -R .*\\b${folder}\\b`, 'm'));
    expect(packed).toContain('web/i18n');
  });

  it('build the image from every file that its sources import and that the pages of its documentation link to', () => {
    const copied = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path = '']) => path);
    const isCopied = (path: string) => copied.some((one) => path === one || path.startsWith(`${one}/`));
    expect(copied.filter((path) => !existsSync(path))).toEqual([]);
    const sources = globSync(
      '{*.ts,{contract,demo,docs/.vitepress,management,server,simulators,web}/**/*.{ts,tsx},*.md,{docs,deploy}/**/*.md}',
    )
      .filter((path) => !/\.test\.tsx?$|^server\/testing\//.test(path))
      .filter(isCopied);
    expect(sources.length).toBeGreaterThan(500);
    const missing = sources.flatMap((path) => {
      const named = path.endsWith('.md') ? /\]\((?!\w+:|[/#])([^)#]+)/g : /(?:from|import\() ?'(\.[^']+)'/g;
      return [...read(path).matchAll(named)]
        .map(([, name = '']) => join(dirname(path), name))
        .filter((target) => !isCopied(target))
        .map((target) => `${path} needs ${target}`);
    });
    expect(missing).toEqual([]);
  });
});
