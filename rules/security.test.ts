import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The requirements of OWASP ASVS 5.0, levels 1 and 2: the numbers that are in use, by section. */
const sections: Record<string, string> = {
  ...{
    '1.1': '1 2',
    '1.2': '1 2 3 4 5 6 7 8 9',
    '1.3': '1 2 3 4 5 6 7 8 9 10 11',
    '1.4': '1 2 3',
    '1.5': '1 2',
  },
  ...{ '2.1': '1 2 3', '2.2': '1 2 3', '2.3': '1 2 3 4', '2.4': '1' },
  ...{ '3.2': '1 2', '3.3': '1 2 3 4', '3.4': '1 2 3 4 5 6', '3.5': '1 2 3 4 5', '3.7': '1 2' },
  ...{ '4.1': '1 2 3', '4.2': '1', '4.3': '1 2', '4.4': '1 2 3 4' },
  ...{ '5.1': '1', '5.2': '1 2 3', '5.3': '1 2', '5.4': '1 2 3' },
  ...{ '6.1': '1 2 3', '6.2': '1 2 3 4 5 6 7 8 9 10 11 12', '6.3': '1 2 3 4', '6.4': '1 2 3 4' },
  ...{ '6.5': '1 2 3 4 5', '6.6': '1 2 3', '6.8': '1 2 3 4' },
  ...{ '7.1': '1 2 3', '7.2': '1 2 3 4', '7.3': '1 2', '7.4': '1 2 3 4 5', '7.5': '1 2', '7.6': '1 2' },
  ...{ '8.1': '1 2', '8.2': '1 2 3', '8.3': '1', '8.4': '1', '9.1': '1 2 3', '9.2': '1 2 3 4' },
  ...{ '10.1': '1 2', '10.2': '1 2', '10.3': '1 2 3 4', '10.4': '1 2 3 4 5 6 7 8 9 10 11' },
  ...{ '10.5': '1 2 3 4 5', '10.6': '1 2', '10.7': '1 2 3' },
  ...{ '11.1': '1 2', '11.2': '1 2 3', '11.3': '1 2 3', '11.4': '1 2 3 4', '11.5': '1', '11.6': '1' },
  ...{ '12.1': '1 2 3', '12.2': '1 2', '12.3': '1 2 3 4' },
  ...{ '13.1': '1', '13.2': '1 2 3 4 5', '13.3': '1 2', '13.4': '1 2 3 4 5' },
  ...{
    '14.1': '1 2',
    '14.2': '1 2 3 4',
    '14.3': '1 2 3',
    '15.1': '1 2 3',
    '15.2': '1 2 3',
    '15.3': '1 2 3 4 5 6 7',
  },
  ...{ '16.1': '1', '16.2': '1 2 3 4 5', '16.3': '1 2 3 4', '16.4': '1 2 3', '16.5': '1 2 3' },
  ...{ '17.1': '1', '17.2': '1 2 3 4', '17.3': '1 2' },
};
const requirements = Object.entries(sections).flatMap(([section, numbers]) =>
  numbers.split(' ').map((number) => `${section}.${number}`),
);

const document = readFileSync('docs/security.md', 'utf8');
const rows = [...document.matchAll(/^\| (\d+\.\d+\.\d+) .*\|$/gm)].map(([line]) =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim()),
);

/** The files that a text names, each with the titles of tests that follow it. */
const namedIn = (text: string) =>
  [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|md|json))`((?:,? “[^”]+”)*)/g)].map(
    ([, file = '', titles = '']) => ({
      file,
      titles: [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
    }),
  );

describe('the table of security requirements', () => {
  it('has every requirement of levels 1 and 2 once, in order', () => {
    expect(requirements).toHaveLength(253);
    expect(rows.map(([number]) => number)).toEqual(requirements);
  });

  it('says for every requirement whether and how it is met, and names a file if it is met', () => {
    for (const [number, short, state = '', how = '', ...more] of rows) {
      expect([short !== '', how !== '', more], number).toEqual([true, true, []]);
      expect(['met', 'partly', 'operator', 'n/a'], number).toContain(state);
      if (state === 'met' || state === 'partly') expect(/`[\w./-]+\.\w+`|\]\(#/.test(how), number).toBe(true);
    }
  });

  it('states the number of requirements in each state', () => {
    const count = (wanted: string) => rows.filter(([, , state]) => state === wanted).length;
    expect(document.replaceAll(/\s+/g, ' ')).toContain(
      `Of ${rows.length} requirements, ${count('met')} are met, ${count('partly')} are partly met, ${count('operator')} depend on the operator, and ${count('n/a')} do not apply.`,
    );
  });

  it('names only files that exist, and only test titles that these files contain', () => {
    const wrong = namedIn(document).flatMap(({ file, titles }) => {
      if (!existsSync(file)) return [file];
      const text = readFileSync(file, 'utf8');
      return titles
        .filter(
          (title) => !new Set(text.split(/['`"]/).map((part) => part.slice(0, title.length))).has(title),
        )
        .map((title) => `${file}: ${title}`);
    });
    expect(wrong).toEqual([]);
  });
});

describe('the code of the product', () => {
  const files = globSync('{contract,server,web,management}/**/*.{ts,tsx}')
    .sort()
    .filter((path) => !/\.test\.ts$|^server\/testing\//.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const having = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

  it('starts only PostgreSQL’s programs, for backups, and systemd-notify', () => {
    expect(having(/child_process|node:cluster/)).toEqual([
      'server/backup/postgresql-tools.ts',
      'server/main.ts',
    ]);
  });

  it('never turns data into code or a regular expression', () => {
    expect(having(/[^.\w]eval\(|new Function\(|node:vm/)).toEqual([]);
    // These two files build regular expressions from constants when they are loaded.
    expect(having(/new RegExp\(/)).toEqual([
      'contract/typed-time.ts',
      'server/activities/importing/files/strava-export.ts',
    ]);
  });

  it('ignores messages from other windows', () => {
    expect(having(/addEventListener\(\s*'message'|window\.onmessage/)).toEqual([]);
  });

  it('checks the certificates of the services that it calls', () => {
    expect(having(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/)).toEqual([]);
  });

  it('writes to the console only where a person reads it', () => {
    expect(
      having(/console\.\w+\(|process\.std(out|err)/).filter((path) => path.startsWith('server/')),
    ).toEqual(['server/db/embedded-engine.ts', 'server/main.ts']);
  });
});
