import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { startJobs } from '../jobs.ts';
import type { Mailer } from '../kit/mail.ts';
import { openQueue } from '../kit/queue.ts';
import { loadTexts, translator } from '../platform/texts/texts.ts';
import type { TestApp } from './test-app.ts';

/** An email that was received over SMTP. */
export interface ReceivedMail extends Email {
  /** The recipients in the envelope. */
  recipients: string[];
  /** The addresses that the HTML part links to. */
  links: string[];
}

/** A mail server that stores the emails that it receives. */
export interface Mailbox {
  url: string;
  mails: ReceivedMail[];
  /** The reply with which the server refuses recipients; if undefined, all recipients are accepted. */
  refuses: { code: number; text: string } | undefined;
  /** Waits for the `count`-th email to an address, starting at 1. */
  mailTo(address: string, count?: number): Promise<ReceivedMail>;
  /** Stops the server. */
  goDown(): Promise<void>;
  /** Starts the server again on the same port. */
  comeBack(): Promise<void>;
}

/** Starts an SMTP server on a free port that no other program takes while the server is down. */
export async function startMailbox(): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  let refuses: Mailbox['refuses'];
  const start = async (port: number) => {
    const started = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo: (_address, _session, done) =>
        done(refuses && Object.assign(new Error(refuses.text), { responseCode: refuses.code })),
      onData: async (stream, session, done) => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk);
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        mails.push(await readMail(Buffer.concat(chunks), recipients));
        done();
      },
    });
    const listening = started.listen(port, '127.0.0.1');
    await once(listening, 'listening');
    return started;
  };
  const port = await freePort();
  let server = await start(port);
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    get refuses() {
      return refuses;
    },
    set refuses(refusal) {
      refuses = refusal;
    },
    mailTo: async (address, count = 1) => {
      const mine = () => mails.filter(({ recipients }) => recipients.includes(address));
      await expect.poll(() => mine().length, { timeout: 30_000, interval: 50 }).toBeGreaterThanOrEqual(count);
      return mine()[count - 1] as ReceivedMail;
    },
    goDown: () => new Promise((resolve) => server.close(() => resolve())),
    comeBack: async () => {
      server = await start(port);
    },
  };
}

/** Parses the source of an email. */
export async function readMail(source: Buffer, recipients: string[] = []): Promise<ReceivedMail> {
  const email = await PostalMime.parse(source);
  const links = [...(email.html ?? '').matchAll(/href="([^"]+)"/g)].map(([, link]) => link ?? '');
  return { ...email, recipients, links };
}

/**
 * Sends an app's emails, like a process with ROLE=jobs. Returns a function that stops sending, and the reported errors.
 */
export async function startMailing(
  app: TestApp,
  mailer: Mailer,
  publicUrl = 'https://challenge.example.com/club/',
): Promise<{ reports: string[]; stop: () => Promise<void> }> {
  const reports: string[] = [];
  const report = (error: unknown) => reports.push(String(error));
  const queue = openQueue(app.database.pool, { works: true, report });
  const mailing = { db: app.database.db, mailer, translate: translator(await loadTexts()), publicUrl };
  await startJobs(queue, mailing, () => app.clock.now);
  return { reports, stop: () => queue.stop() };
}
