import { expect, it } from 'vitest';
import { readStepsExport } from './steps-export.ts';

const read = (...lines: string[]) =>
  readStepsExport(['Id,ActivityDate,TotalSteps,TotalDistance', ...lines].join('\n'));

it('a steps export may contain dates with and without leading zeros, and numbers with decimals', () => {
  expect(read('17,04/12/2016,13162.00,8.50', '17,4/13/2016,10735,6.97').rows).toEqual([
    { line: 2, person: '17', day: '2016-04-12', steps: 13162 },
    { line: 3, person: '17', day: '2016-04-13', steps: 10735 },
  ]);
});

it.each([
  ['17,4/13/2016,0.00,0', 'no steps'],
  ['17,13/4/2016,5,0', '«13/4/2016» is not a date'],
  ['17,2/30/2016,5,0', '«2/30/2016» is not a date'],
  ['17,4/13/2016,many,0', '«many» is not a whole number of steps'],
  ['17,4/13/2016,5.5,0', '«5.5» is not a whole number of steps'],
  ['17,4/13/2016,-5,0', '«-5» is not a whole number of steps'],
  [',4/13/2016,5,0', "«» is not a person's number"],
  ['17,4/13/2016,5', 'does not have four columns'],
])('the row «%s» is skipped with the reason “%s”', (line, reason) => {
  expect(read(line)).toEqual({ rows: [], skipped: [{ line: 2, reason }] });
});

it('a file with other columns is rejected', () => {
  expect(() => readStepsExport('name,steps\nA,1')).toThrow(/first line/);
});
