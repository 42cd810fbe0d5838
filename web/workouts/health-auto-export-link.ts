import { platformName } from '../kit/page.ts';
import { ingestAddress } from './queries.ts';

/** The settings for each kind of data, as in `docs/ingest.md`. */
const settings = {
  workouts: { datatype: 'workouts', includeroutes: 'false', includeworkoutmetadata: 'false' },
  steps: { datatype: 'healthMetrics', metrics: 'Step Count', interval: 'days', aggregatedata: 'true' },
};

/**
 * Returns the link that opens the app Health Auto Export with a new automation, which sends one kind of data with a
 * token (github.com/Lybron/health-auto-export/wiki, “Configuration & Deep Linking”). `label` says what the automation
 * sends.
 */
export function healthAutoExportLink(data: keyof typeof settings, token: string, label: string): string {
  const automation = {
    url: ingestAddress(),
    name: `${platformName}: ${label}`,
    format: 'json',
    exportversion: 'v2',
    period: 'none',
    headers: `Authorization,Bearer ${token}`,
    ...settings[data],
    enabled: 'true',
  };
  const query = Object.entries(automation).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `com.HealthExport://automation?${query.join('&')}`;
}
