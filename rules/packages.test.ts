import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  directDependencies,
  documentOf,
  installedPackage,
  isLicenceAllowed,
  lockedPackages,
  packagesDocument,
  packagesWithScripts,
  reasonsIn,
} from './packages.ts';

const document = readFileSync(packagesDocument, 'utf8');

describe('every package', () => {
  it('is listed with its licence: npm run licences updates the list', () => {
    expect(document).toBe(documentOf(reasonsIn(document)));
  });

  it('has a stated purpose if it is a direct dependency', () => {
    const reasons = reasonsIn(document);
    const direct = [...directDependencies.run, ...directDependencies.build];
    expect(direct.filter((name) => !reasons.get(name))).toEqual([]);
  });

  it('has an allowed licence', () => {
    const refused = lockedPackages.filter(({ name, license = 'none' }) => !isLicenceAllowed(name, license));
    expect(refused.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
  });

  it('has the licence that the lock file states, if it is installed', () => {
    const different = lockedPackages.filter(({ path, license }) => {
      const installed = installedPackage(path);
      return installed && installed.license !== license;
    });
    expect(different.map(({ path }) => path)).toEqual([]);
  });

  it('has a checksum and comes from the registry, not from an address of its own', () => {
    const odd = lockedPackages.filter(
      ({ integrity = '', resolved }) => !integrity.startsWith('sha512-') || resolved !== undefined,
    );
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  it('runs an install script only if package.json allows it', () => {
    const scripts = ['preinstall', 'install', 'postinstall'];
    const running = lockedPackages.filter(
      ({ path, hasInstallScript }) =>
        hasInstallScript || scripts.some((name) => installedPackage(path)?.scripts?.[name]),
    );
    expect([...new Set(running.map(({ name }) => name))].sort()).toEqual(packagesWithScripts.sort());
  });
});

describe('the licence check', () => {
  it.each([
    ['some-package', 'MIT', true],
    ['some-package', '(MPL-2.0 OR Apache-2.0)', true],
    ['some-package', 'MIT AND GPL-3.0-only', false],
    ['some-package', 'GPL-3.0-only', false],
    ['some-package', 'none', false],
    ['some-package', 'LGPL-3.0-or-later', false],
    ['@img/sharp-win32-x64', 'Apache-2.0 AND LGPL-3.0-or-later', true],
  ])('for the package %s with the licence %s returns %s', (name, licence, isAllowed) => {
    expect(isLicenceAllowed(name, licence)).toBe(isAllowed);
  });
});
