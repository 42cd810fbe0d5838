import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import * as tar from 'tar-stream';
import nodeFlags from './node-flags.json' with { type: 'json' };

/** What runs in production, apart from the built apps and documentation in dist/. */
const contents =
  /^(?:(?:contract|server|demo|simulators)\/|docs\/|deploy\/|web\/i18n\/|(?:CHANGELOG|CONTRIBUTING|README|SECURITY)\.md$|Dockerfile$|compose\.yaml$|LICENSE$|\.npmrc$)/;

/** Matches files that only tests and developers need. */
const leftOut = /\.test\.tsx?$|^server\/testing\/|^server\/db\/releases\/|^deploy\/ha\/.*\.ts$/;

/** The scripts for operators. */
const commands = [
  'audit',
  'backup',
  'restore',
  'doctor',
  'rebuild-standings',
  'remove-second-factor',
  'notice-addresses',
];

interface Package {
  version: string;
  dependencies: Record<string, string>;
  scripts: Record<string, string>;
  [field: string]: unknown;
}

interface ReleaseFile {
  name: string;
  bytes: Buffer;
  isExecutable: boolean;
}

/** Reads the version in package.json. */
export async function versionOf(root: string): Promise<string> {
  return JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version;
}

/**
 * Returns the time of the current commit. All files of a release get this time, so that the same commit gives the same
 * bytes.
 */
export function commitTime(root: string): Date {
  return new Date(Number(git(root, ['log', '-1', '--format=%ct']).trim()) * 1000);
}

/** Returns the files of a release: the tracked ones that production needs, and the built apps. */
export async function releaseFiles(root: string, built: string[]): Promise<ReleaseFile[]> {
  const tracked = git(root, ['ls-files', '-z']).split('\0').filter(Boolean);
  const names = [
    ...tracked.filter((name) => contents.test(name) && !leftOut.test(name)),
    ...commands.map((name) => `scripts/${name}.ts`),
    ...built,
  ];
  const files = names.map(async (name) => {
    const path = join(root, name);
    const { mode } = await stat(path);
    return { name, bytes: await readFile(path), isExecutable: (mode & 0o100) !== 0 };
  });
  const described = await packageFiles(root);
  return [...(await Promise.all(files)), ...described].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the package.json and package-lock.json of a release, without development dependencies and their scripts. */
async function packageFiles(root: string): Promise<ReleaseFile[]> {
  const [described, lock] = await Promise.all(
    ['package.json', 'package-lock.json'].map(async (name) =>
      JSON.parse(await readFile(join(root, name), 'utf8')),
    ),
  );
  const { devDependencies: _, scripts, overrides, ...kept } = described as Package;
  const own = Object.entries(scripts).filter(([name]) => commands.includes(name));
  const locked = Object.entries<{ dev?: boolean }>(lock.packages).filter(([, { dev }]) => !dev);
  const names = new Set(locked.map(([path]) => path.replace(/^.*node_modules\//, '')));
  const overridden = Object.entries(overrides as object).filter(([name]) => names.has(name));
  const start = [['start', `node ${nodeFlags.join(' ')} dist/server/main.js`]];
  const released = {
    ...kept,
    scripts: Object.fromEntries([...start, ...own]),
    overrides: Object.fromEntries(overridden),
  };
  const packages = Object.fromEntries(locked);
  const { devDependencies: __, ...top } = packages[''] as Record<string, unknown>;
  packages[''] = top as never;
  const asFile = (name: string, data: object) => ({
    name,
    bytes: Buffer.from(`${JSON.stringify(data, null, 2)}\n`),
    isExecutable: false,
  });
  return [asFile('package.json', released), asFile('package-lock.json', { ...lock, packages })];
}

/** Writes a tarball with these files below a folder. The same files and time give the same bytes. */
export async function writeTarball(
  path: string,
  folder: string,
  files: ReleaseFile[],
  mtime: Date,
): Promise<void> {
  const pack = tar.pack();
  for (const { name, bytes, isExecutable } of files)
    pack.entry({ name: `${folder}/${name}`, mtime, mode: isExecutable ? 0o755 : 0o644 }, bytes);
  pack.finalize();
  await pipeline(pack as AsyncIterable<Uint8Array>, createGzip({ level: 9 }), createWriteStream(path));
}

/**
 * Returns the software bill of materials in the format of CycloneDX, generated from the lock file. The same lock file
 * and time give the same text.
 */
export function billOfMaterials(root: string, time: Date): string {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const options = ['--omit', 'dev', '--package-lock-only', '--offline'];
  const bill = JSON.parse(run(root, 'npm', [...args, ...options]));
  bill.metadata.timestamp = time.toISOString();
  bill.metadata.component.name = bill.metadata.component.purl.replace(/^pkg:npm\/|@.*$/g, '');
  delete bill.serialNumber;
  const sum = createHash('sha256').update(JSON.stringify(bill)).digest('hex');
  // A version 8 UUID, whose bits an application may choose freely (RFC 9562).
  const uuid = `${sum.slice(0, 8)}-${sum.slice(8, 12)}-8${sum.slice(13, 16)}-8${sum.slice(17, 20)}-${sum.slice(20, 32)}`;
  const { $schema, bomFormat, specVersion, ...rest } = bill;
  const whole = { $schema, bomFormat, specVersion, serialNumber: `urn:uuid:${uuid}`, ...rest };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

/** Runs git in the project's folder. */
const git = (root: string, args: string[]) => run(root, 'git', args);

function run(cwd: string, program: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    timeout: 120_000,
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}
