import { Temporal } from 'temporal-polyfill';
import { examine } from '../server/doctor/doctor.ts';
import type { Finding } from '../server/doctor/finding.ts';
import { readEnv } from '../server/env.ts';

/** Prints one line for each finding, good or bad. Exits with 1 if there is a problem. */
async function run(): Promise<Finding['verdict'][]> {
  const verdicts: Finding['verdict'][] = [];
  const print = ({ subject, verdict, text }: Finding) => {
    verdicts.push(verdict);
    console.log(`${verdict.padEnd(8)} ${subject.padEnd(9)} ${text.replaceAll(/\s*\n\s*/g, ' ')}`);
  };
  const settings = await readEnv(process.env).catch((error: Error) => {
    for (const text of error.message.split('\n').slice(-20))
      print({ subject: 'settings', verdict: 'problem', text });
  });
  if (settings) for await (const finding of examine(settings, Temporal.Now.instant())) print(finding);
  return verdicts;
}

const verdicts = await run();
const count = (verdict: Finding['verdict']) => verdicts.filter((one) => one === verdict).length;
console.log(`\nProblems: ${count('problem')}, warnings: ${count('warning')}.`);
// Does not wait for connections that never respond.
process.exit(count('problem') > 0 ? 1 : 0);
