import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const real = '../shared/data/daily-steps.csv';
const replay = (file: string) => spawnSync(process.execPath, ['bench/replay.ts', file], { encoding: 'utf8' });

it('the replay accounts for every row of an export and finds the same ranking in the API as in the file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'challenge-replay-')), 'steps.csv');
  const lines = ['Id,ActivityDate,TotalSteps,TotalDistance'];
  for (let person = 1; person <= 5; person += 1)
    for (let day = 12; day <= 20; day += 1) lines.push(`${person},4/${day}/2016,${person * day * 37}.00,1.0`);
  lines.push('6,4/12/2016,0,0', '6,4/13/2016,many,0', '6,4/14/2016,200001,0', '6,05/01/2016,333,0');
  // Neither person is on the board: the first has no steps before the end of the challenge, and the second has too few.
  lines.push('7,5/13/2016,9000,0', '8,5/1/2016,6,0');
  writeFileSync(file, lines.join('\n'));
  const { stdout, status } = replay(file);
  expect(stdout).toContain('line 47: no steps');
  expect(stdout).toContain('line 48: «many» is not a whole number of steps');
  expect(stdout).toContain('line 49: steps: Please specify a whole number from 1 to 200,000.');
  expect(stdout).toContain('51 rows: 48 sent, 2 skipped, 1 refused; 8 people');
  expect(stdout).toContain('0 differences, 0 rows lost');
  expect(status).toBe(0);
});

it.skipIf(!existsSync(real))(
  `the replay finds no differences in the real export of 33 people (${real}; skipped if missing)`,
  () => {
    const { stdout, status } = replay(real);
    expect(stdout).toContain('940 rows: 863 sent, 77 skipped, 0 refused; 33 people');
    expect(stdout).toContain('0 differences, 0 rows lost');
    expect(status).toBe(0);
  },
);
