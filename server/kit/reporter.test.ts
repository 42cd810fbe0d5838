import { expect, it } from 'vitest';
import { reporter } from './reporter.ts';

const collecting = () => {
  const lines: string[] = [];
  const clock = { now: 0 };
  return {
    lines,
    clock,
    report: reporter(
      (line) => lines.push(line),
      () => clock.now,
    ),
  };
};

it('describes any thrown value, even one without a message', () => {
  const { lines, report } = collecting();
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  report({ message: 'The database is not available', stack: '…', queue: 'link-mails', worker: 'a-1' });
  report(new AggregateError([refused, refused]));
  report(Object.assign(new Error(), { code: 'EPIPE' }));
  report('a text');
  report({ reason: 'unknown' });
  expect(lines).toEqual([
    'The database is not available',
    'connect ECONNREFUSED 127.0.0.1:5432',
    'EPIPE',
    'a text',
    '{"reason":"unknown"}',
  ]);
});

it('writes a repeated line once a minute, with a count', () => {
  const { lines, clock, report } = collecting();
  for (let count = 0; count < 500; count += 1) report({ message: 'The database is not available' });
  report(new Error('something else'));
  expect(lines).toEqual(['The database is not available', 'something else']);
  clock.now = 60_000;
  report(new Error('The database is not available'));
  expect(lines.at(-1)).toBe('The database is not available (and 499 more times since it was last logged)');
  report(new Error('The database is not available'));
  expect(lines).toHaveLength(3);
});
