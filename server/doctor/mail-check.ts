import { createTransport } from 'nodemailer';
import type { Check, Reporter } from './finding.ts';
import { trustAdvice } from './untrusted-certificate.ts';

/** How long to wait for the mail server, in milliseconds. */
const timeouts = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000, dnsTimeout: 5000 };

const localHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Checks that the mail server accepts a connection and the credentials. Sends no email. */
export const mailCheck = (smtpUrl: string | undefined): Check => ({
  subject: 'mail',
  run: (report) => examine(smtpUrl, report),
});

async function examine(smtpUrl: string | undefined, report: Reporter): Promise<void> {
  if (!smtpUrl)
    return report.warning('Emails are only written to DATA_DIR/outbox: set SMTP_URL to send them.');
  const { host, hostname, protocol, username, searchParams } = new URL(smtpUrl);
  const transport = createTransport({ ...timeouts, url: smtpUrl });
  try {
    await transport.verify();
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    const advice =
      code === 'EAUTH'
        ? 'Correct the user and the password in SMTP_URL.'
        : (trustAdvice(message) ?? 'Correct SMTP_URL, or start the mail server.');
    throw new Error(`The mail server at ${host} cannot be used: ${message}. ${advice}`);
  } finally {
    transport.close();
  }
  report.ok(`The mail server at ${host} accepts ${username ? 'the credentials' : 'connections'}.`);
  const isSafe = protocol === 'smtps:' || searchParams.get('requireTLS') === 'true';
  if (!isSafe && !localHosts.includes(hostname))
    report.warning(
      'Emails are encrypted only if the mail server offers encryption: use smtps://, or add ?requireTLS=true to SMTP_URL.',
    );
}
