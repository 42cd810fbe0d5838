import type { Temporal } from 'temporal-polyfill';
import { identityProviderChecks, publicUrlCheck } from './address-checks.ts';
import { databaseChecks } from './database-checks.ts';
import { type Finding, findingsOf } from './finding.ts';
import { backupCheck, diskCheck, nodeCheck } from './machine-checks.ts';
import { mailCheck } from './mail-check.ts';

/** The settings that `npm run doctor` checks. */
export interface CheckedSettings {
  publicUrl: string;
  databaseUrl: string | undefined;
  databaseReadUrl: string | undefined;
  dataDir: string;
  detailsKey?: string | undefined;
  demo: 'auto' | 'on' | 'off';
  smtpUrl: string | undefined;
  identityProviders: { key: string; issuer: string }[];
  couplingClients: object;
}

/**
 * Examines the platform and the systems that it needs, whether a server is running or not. The checks run at
 * the same time, and their findings are returned in a fixed order.
 */
export async function* examine(settings: CheckedSettings, now: Temporal.Instant): AsyncGenerator<Finding> {
  yield* settingsFindings(settings);
  const hasServices = Object.values(settings.couplingClients).some((client) => client !== undefined);
  const checks = [
    nodeCheck(),
    diskCheck(settings.dataDir),
    ...databaseChecks(settings.databaseUrl, settings.databaseReadUrl, settings.dataDir, settings.detailsKey),
    backupCheck(settings.dataDir, now),
    mailCheck(settings.smtpUrl),
    publicUrlCheck(settings.publicUrl, hasServices),
    ...identityProviderChecks(settings.identityProviders),
  ];
  for (const findings of checks.map((check) => findingsOf(check))) yield* await findings;
}

function* settingsFindings({ demo, databaseUrl }: CheckedSettings): Generator<Finding> {
  const subject = 'settings';
  yield { subject, verdict: 'ok', text: 'All settings are valid.' };
  if (demo === 'on')
    yield {
      subject,
      verdict: 'warning',
      text: 'DEMO is on: before your company uses the platform, set DEMO=off and use a new database.',
    };
  if (!databaseUrl)
    yield {
      subject,
      verdict: 'warning',
      text: 'The embedded database is meant for trying out the platform: set DATABASE_URL in production.',
    };
}
