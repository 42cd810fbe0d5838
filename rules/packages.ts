import { existsSync, readFileSync } from 'node:fs';

/** A package in the lock file. */
export interface LockedPackage {
  /** Where npm installs it, such as `node_modules/fastify`. */
  path: string;
  name: string;
  version: string;
  license?: string;
  integrity?: string;
  /** Its address, if it does not come from the registry that npm is configured for. */
  resolved?: string;
  /** Whether it is needed only for building and tests. */
  dev?: boolean;
  hasInstallScript?: boolean;
}

/**
 * The document that lists all packages. `npm run licences` writes it; only the last column of its tables is
 * written by hand.
 */
export const packagesDocument = 'docs/licences.md';

/** The licences that any package may have. None of them restricts how a company may use or change the platform. */
export const allowedLicences = [
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
    'Unlicense',
  ],
];

/** Other licences, each with the packages that may have it, and the reason. */
export const licenceExceptions: { licence: string; packages: RegExp; reason: string }[] = [
  {
    licence: 'LGPL-3.0-or-later',
    packages: /^@img\/sharp-/,
    reason: 'libvips is a shared library that the platform calls unchanged and that anybody can replace',
  },
  {
    licence: 'MPL-2.0',
    packages: /^(axe-core|lightningcss(-.+)?)$/,
    reason: 'used unchanged for tests and builds; not part of a release',
  },
  {
    licence: 'OFL-1.1',
    packages: /^@fontsource(-variable)?\//,
    reason: 'fonts; the licence allows distributing them with software',
  },
  {
    licence: 'none',
    packages: /^png-js$/,
    reason: 'its licence file is the MIT licence',
  },
  {
    licence: 'MIT License',
    packages: /^xml-escape$/,
    reason: 'its licence file is the MIT licence; only tests use it',
  },
  {
    licence: 'BSD',
    packages: /^css-mediaquery$/,
    reason: 'its licence file is the three-clause BSD licence; only the organisers’ app is built with it',
  },
  {
    licence: 'SEE LICENSE IN LICENSE.txt',
    packages: /^@garmin\/fitsdk$/,
    reason:
      'Garmin’s licence allows use inside a company, but not redistribution; each company installs the SDK from the registry, and must not pass on images or archives that contain `node_modules`',
  },
];

const settings = JSON.parse(readFileSync('package.json', 'utf8'));

export const directDependencies: { run: string[]; build: string[] } = {
  run: Object.keys(settings.dependencies),
  build: Object.keys(settings.devDependencies),
};

/** The packages that may run a script when they are installed. */
export const packagesWithScripts: string[] = Object.keys(settings.allowScripts);

export const lockedPackages: LockedPackage[] = Object.entries<Omit<LockedPackage, 'path' | 'name'>>(
  JSON.parse(readFileSync('package-lock.json', 'utf8')).packages,
)
  .filter(([path]) => path !== '')
  .map(([path, one]) => ({ ...one, path, name: path.slice(path.lastIndexOf('node_modules/') + 13) }));

/**
 * Returns whether a package may have its licence. If licences are alternatives (OR), one must be allowed; if they apply
 * together (AND), all must be.
 */
export function isLicenceAllowed(name: string, licence: string): boolean {
  return licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((alternative) =>
      alternative
        .split(' AND ')
        .every(
          (one) =>
            allowedLicences.includes(one) ||
            licenceExceptions.some(({ licence: other, packages }) => other === one && packages.test(name)),
        ),
    );
}

/** Returns the purpose of each direct dependency, as the document states it. */
export function reasonsIn(text: string): Map<string, string> {
  const rows = text.matchAll(/^\| `([^`]+)` *\|[^|]*\| *(.*?) *\|$/gm);
  return new Map([...rows].map(([, name = '', reason = '']) => [name, reason]));
}

/** Returns the document with the current packages; `reasons` contains the purposes of direct dependencies. */
export function documentOf(reasons: Map<string, string>): string {
  const licenceOf = new Map<string, string>();
  const isRun = new Map<string, boolean>();
  for (const { name, license = 'none', dev } of lockedPackages) {
    const known = licenceOf.get(name)?.split('; ') ?? [];
    licenceOf.set(name, [...new Set([...known, license])].sort().join('; '));
    isRun.set(name, isRun.get(name) || !dev);
  }
  const tableOf = (names: string[]) =>
    table(
      ['package', 'licence', 'used for'],
      names.toSorted().map((name) => [`\`${name}\``, licenceOf.get(name) ?? '', reasons.get(name) ?? '']),
    );
  const direct = new Set([...directDependencies.run, ...directDependencies.build]);
  const others = (isWanted: boolean) => {
    const names = [...licenceOf.keys()].filter((name) => !direct.has(name) && isRun.get(name) === isWanted);
    const byLicence = Map.groupBy(names.sort(), (name) => licenceOf.get(name) ?? '');
    return [...byLicence]
      .sort(([one], [other]) => one.localeCompare(other, 'en'))
      .map(([licence, list]) => wrapped(`${licence}: ${list.join(', ')}.`))
      .join('\n\n');
  };
  const exceptions = licenceExceptions.map(({ licence, reason }) => `- ${licence}: ${reason}.`);
  return `# Packages and their licences

Every package in \`package-lock.json\`, with its licence. After dependencies have changed, run \`npm run licences\` to update
this page, and write in the last column of a table what a new direct dependency is used for. \`npm test\` fails while this
page is out of date or a purpose is missing. It also fails if a package has a licence that is not allowed
(\`rules/packages.ts\`), has no checksum, does not come from the registry, or has an install script without being listed
under \`allowScripts\` in \`package.json\`. These checks need no network. With a network, \`npm run audit\` asks the registry
for known vulnerabilities.

Any package may have one of these licences: ${allowedLicences.join(', ')}. Exceptions:

${exceptions.join('\n')}

## Direct dependencies at run time

${tableOf(directDependencies.run)}

## Direct dependencies for building and tests

The browser apps are built with these packages, and contain code from some of them.

${tableOf(directDependencies.build)}

## Other packages at run time

${others(true)}

## Other packages for building and tests

${others(false)}
`;
}

/** Returns a table as the formatter writes it, with columns of equal width. */
function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + word.length < 118) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

/**
 * Returns the package.json of an installed package; undefined if the package is for another platform and therefore not
 * installed.
 */
export const installedPackage = (
  path: string,
): { license?: string; scripts?: Record<string, string> } | undefined =>
  existsSync(`${path}/package.json`) ? JSON.parse(readFileSync(`${path}/package.json`, 'utf8')) : undefined;
