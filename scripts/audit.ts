// Asks the registry for known vulnerabilities of the locked packages. Exits with 1 if a run-time package has
// one, and with 2 if the registry could not be queried. `npm test` checks what can be checked without a
// network.
import { spawnSync } from 'node:child_process';

interface Report {
  message?: string;
  vulnerabilities?: Record<string, { severity: string; via: (string | { title: string; url: string })[] }>;
  metadata?: { dependencies: { total: number } };
}

/** How long the registry may take to respond, in milliseconds. */
const timeout = 120_000;

/** Asks about all packages or, with `--omit=dev`, only about those used at run time. */
function ask(...args: string[]): Required<Report> {
  const { stdout, stderr } = spawnSync('npm', ['audit', '--json', '--package-lock-only', ...args], {
    encoding: 'utf8',
    timeout,
    shell: process.platform === 'win32',
  });
  const report = parsed(stdout);
  if (report.vulnerabilities && report.metadata) return report as Required<Report>;
  const reason = report.message ?? stderr?.trim().split('\n').at(-1) ?? '';
  console.log(`Known vulnerabilities were NOT checked, because the registry could not be queried: ${reason}`);
  console.log(
    'Run this again where the registry can be reached. npm test checks the list of packages offline.',
  );
  process.exit(2);
}

function parsed(text: string): Report {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const all = ask();
const atRunTime = ask('--omit=dev').vulnerabilities;
for (const [name, { severity, via }] of Object.entries(all.vulnerabilities)) {
  console.log(`${name}: ${severity}${name in atRunTime ? '' : ' (only for building and tests)'}`);
  for (const one of via)
    console.log(`  ${typeof one === 'string' ? `because of ${one}` : `${one.title} ${one.url}`}`);
}
const [running, found] = [atRunTime, all.vulnerabilities].map((one) => Object.keys(one).length);
console.log(
  `${all.metadata.dependencies.total} packages: ${found} with known vulnerabilities, ${running} of them at run time`,
);
process.exit(running === 0 ? 0 : 1);
