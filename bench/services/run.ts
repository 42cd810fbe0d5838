import { parseArgs } from 'node:util';
import { startPostgresql } from '../../scripts/postgresql.ts';
import { actionsOf } from './day.ts';
import { type Result, simulateDays } from './simulated-days.ts';

/**
 * Simulates how workouts reach companies whose people have connected Strava, under Strava's default quota and
 * under a raised quota. Run with `npm run bench-services`. Exits with 1 if a workout here differs from the
 * one at Strava, if Strava refused a call, or if an event waited for more than five minutes although the
 * quota suffices.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, seed: { type: 'string', default: '1' } },
});
const seed = Number(values.seed);

/** The longest wait that people should not notice, in minutes. */
const usualMinutes = 5;

const scenarios = [
  { name: '600 people, default quota', people: 600, perQuarter: 100, perDay: 1000, days: 3, suffices: true },
  {
    name: '5,000 people, default quota',
    people: 5000,
    perQuarter: 100,
    perDay: 1000,
    days: 1,
    suffices: false,
  },
  {
    name: '5,000 people, raised quota',
    people: 5000,
    perQuarter: 1000,
    perDay: 10_000,
    days: 1,
    suffices: true,
  },
].filter((_, index) => values.only === undefined || index + 1 === Number(values.only));

const postgresql = process.env.TEST_DATABASE_URL
  ? { url: process.env.TEST_DATABASE_URL, stop: () => undefined }
  : await startPostgresql();
let hasFailed = false;
try {
  console.log(
    '| company | quota, reads | events | read within 5 min | longest wait | most calls in a day | refused | differences | all equal after |',
  );
  for (const { name, people, perQuarter, perDay, days, suffices } of scenarios) {
    const actions = actionsOf(people, days, seed);
    const result = await simulateDays(postgresql.url, { people, perQuarter, perDay, actions });
    console.log(lineOf(name, `${perQuarter} / ${perDay}`, result));
    const isLate = suffices && Math.max(...result.waits) > usualMinutes;
    hasFailed ||= isLate || result.differences > 0 || result.refused > 0;
  }
} finally {
  postgresql.stop();
}
process.exit(hasFailed ? 1 : 0);

function lineOf(name: string, quota: string, result: Result): string {
  const { events, waits, delays, mostCallsPerDay, refused, differences, days } = result;
  const soon = waits.filter((wait) => wait <= usualMinutes).length;
  const sortedDelays = [...delays].sort((one, other) => one - other);
  const line = [
    name,
    quota,
    events,
    `${((100 * soon) / waits.length).toFixed(1)} %`,
    `${Math.max(...waits)} min`,
    mostCallsPerDay,
    refused,
    differences,
    `${days.toFixed(1)} days`,
  ];
  const at = (part: number) => Math.round(sortedDelays[Math.floor(part * (sortedDelays.length - 1))] ?? 0);
  const accuracy =
    sortedDelays.length > 0
      ? `\n  ${sortedDelays.length} people were told when to expect a workout: it came ${at(0.05)} to ${at(0.95)} min later (5th to 95th percentile), median ${at(0.5)}`
      : '';
  return `| ${line.join(' | ')} |${accuracy}`;
}
