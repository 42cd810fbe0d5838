import { clockFinding } from './clock.ts';
import type { Check, Reporter } from './finding.ts';
import { trustAdvice } from './untrusted-certificate.ts';

/** How long to wait for a response, in milliseconds. */
const timeout = 5000;

const localHosts = ['localhost', '127.0.0.1', '[::1]', '0.0.0.0'];

/** Checks the address at which people and services reach the platform. */
export const publicUrlCheck = (publicUrl: string, hasServices: boolean): Check => ({
  subject: 'address',
  run: (report) => examine(publicUrl, hasServices, report),
});

async function examine(publicUrl: string, hasServices: boolean, report: Reporter): Promise<void> {
  const { hostname, protocol } = new URL(publicUrl);
  const isLocal = localHosts.includes(hostname);
  if (isLocal && hasServices)
    report.problem(`Services cannot send webhooks to ${publicUrl}: set PUBLIC_URL to a public address.`);
  else if (isLocal) report.warning(`Only this machine can reach ${publicUrl}: set PUBLIC_URL.`);
  else if (protocol === 'http:')
    report.warning(
      'PUBLIC_URL is not encrypted: put a TLS proxy in front of the server, and use https:// in PUBLIC_URL.',
    );
  const began = Date.now();
  const response = await get(`${publicUrl}healthz`, 'PUBLIC_URL');
  const ended = Date.now();
  const target = response.headers.get('location');
  if (target)
    return report.problem(
      `${publicUrl} redirects to ${target}, and services do not follow redirects: correct PUBLIC_URL.`,
    );
  const configs = await get(`${publicUrl}platform/api/configs`, 'PUBLIC_URL');
  const isOurs = response.ok && configs.headers.get('content-type')?.startsWith('application/ld+json');
  if (!isOurs)
    return report.problem(
      `${publicUrl} does not lead to this platform (it returns ${response.status} and ${configs.status}): check the proxy and BASE_PATH.`,
    );
  report.ok(`${publicUrl} leads to a running platform.`);
  const ready = await get(`${publicUrl}readyz`, 'PUBLIC_URL');
  if (!ready.ok) report.problem('The server is running, but cannot reach its database: /readyz fails.');
  compareDate(`the server at ${hostname}`, response, { began, ended }, report);
}

/** Checks that the metadata of each identity provider can be read. */
export const identityProviderChecks = (providers: { key: string; issuer: string }[]): Check[] =>
  providers.map(({ key, issuer }) => ({
    subject: `sign-in ${key}`,
    run: async (report) => {
      const began = Date.now();
      const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
      const response = await get(address, 'IDENTITY_PROVIDERS');
      const ended = Date.now();
      const metadata = await response.json().catch(() => undefined);
      const isMetadata = response.ok && typeof Object(metadata).authorization_endpoint === 'string';
      if (!isMetadata)
        return report.problem(
          `${address} returns ${response.status} without metadata: correct the issuer in IDENTITY_PROVIDERS.`,
        );
      report.ok(`${issuer} can be reached.`);
      compareDate(new URL(issuer).hostname, response, { began, ended }, report);
    },
  }));

async function get(address: string, setting: string): Promise<Response> {
  try {
    return await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(timeout) });
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
    const reason = cause?.code ?? cause?.message ?? message;
    const advice =
      trustAdvice(cause?.message) ??
      `Start the server, or check ${setting}, DNS, the certificate and the firewall.`;
    throw new Error(`${address} cannot be reached from this machine: ${reason}. ${advice}`);
  }
}

/**
 * Compares the `Date` header of a response, which has no fractions of a second, with this machine's clock.
 */
function compareDate(
  whose: string,
  response: Response,
  { began, ended }: { began: number; ended: number },
  report: Reporter,
): void {
  const date = Date.parse(response.headers.get('date') ?? '');
  if (!Number.isNaN(date)) clockFinding(whose, date, { began: began - 1000, ended }, report);
}
