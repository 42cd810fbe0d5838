import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = 'server/db/releases';
const hashes: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(`${folder}/migrations.json`, 'utf8'),
);
const released = Object.entries(Object.assign({}, ...Object.values(hashes)) as Record<string, string>);

describe('a release', () => {
  it.each(released)('keeps its migration %s unchanged', (name, hash) => {
    const bytes = readFileSync(`server/db/migrations/${name}`);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
  });

  it('has migrations that sort before those of later releases', () => {
    const names = readdirSync('server/db/migrations').sort();
    const order = Object.values(hashes).flatMap((one) => Object.keys(one).sort());
    expect(names.slice(0, order.length)).toEqual(order);
  });

  it('is in the changelog and has a database dump that the upgrade test uses', () => {
    const changelog = readFileSync('CHANGELOG.md', 'utf8');
    const upgrades = readFileSync('server/db/upgrade.test.ts', 'utf8');
    for (const version of Object.keys(hashes)) {
      expect(changelog).toContain(`\n## ${version}\n`);
      expect(existsSync(`${folder}/${version}.sql.br`)).toBe(true);
      expect(upgrades).toContain(`of: '${version}'`);
    }
  });

  it('is first in the changelog if it is the current version', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(readFileSync('CHANGELOG.md', 'utf8').match(/^## (.+)$/m)?.[1]).toBe(version);
  });
});
