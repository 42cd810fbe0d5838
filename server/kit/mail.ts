import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer';
import type { Temporal } from 'temporal-polyfill';

/** An email to one person, as plain text and as HTML. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The sender's name, if the configured address has none. */
  senderName?: string;
}

export interface Mailer {
  /** Whether emails are only written to a folder on the server. */
  isFolder?: true;
  /** Sends an email. Throws a MailRefusal if the mail server refuses it or cannot be reached. */
  send(mail: Mail, now: Temporal.Instant): Promise<void>;
}

/**
 * The mail server refused an email or could not be reached. The message is logged, so it contains no address.
 */
export class MailRefusal extends Error {
  /** The mail server's reply, or why there is none, in one line. Replies often quote the recipient's address. */
  readonly reply: string;
  /** Whether the mail server would refuse the same email again. */
  readonly isFinal: boolean;

  constructor(error: Partial<NodemailerError>) {
    // The message leaves out the server's reply, which often quotes the recipient's address.
    const reason = [error.code, error.responseCode].filter(Boolean).join(' ');
    super(`the mail server rejected an email: ${reason || 'no reason given'}`);
    this.reply = inOneLine(error.response ?? error.message ?? '');
    // RFC 5321, 4.2.1: a reply code 5yz means a permanent failure. If the server refuses the greeting, the password or
    // the sender, the platform's settings are wrong and somebody will fix them. If the server refuses the recipient or
    // the text, the email itself is the problem.
    this.isFinal = error.permanent === true && ['RCPT TO', 'DATA'].includes(error.command ?? '');
  }
}

/** The maximum length of a stored reply. RFC 5321, 4.5.3.1.5: a reply line has up to 512 octets. */
const longestReply = 512;

const inOneLine = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, longestReply);

/** How long to wait for an unresponsive mail server, in milliseconds; the queue retries later. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Returns a mailer that sends through an SMTP server. */
export function smtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({ ...timeouts, url: smtpUrl });
  return {
    send: async (mail, now) => {
      await transport.sendMail(message(mail, from, now)).catch((error) => {
        throw new MailRefusal(error);
      });
    },
  };
}

/** Returns a mailer that writes emails to a folder as .eml files, whose names sort by time. */
export function outboxMailer(folder: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    isFolder: true,
    send: async (mail, now) => {
      const { message: bytes } = await transport.sendMail(message(mail, from, now));
      const time = now.toString({ fractionalSecondDigits: 3 }).replace(/[:.]/g, '-');
      const file = join(folder, `${time}-${randomBytes(4).toString('hex')}.eml`);
      // Emails contain secret links, so only the owner may read them. Renaming the file ensures that programs that
      // watch the folder find only complete emails.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${file}.part`, bytes, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
  };
}

/** Returns the sender of emails: the configured address, with the platform's name if the address has none. */
export const senderOf = (
  from: string,
  name: string | undefined,
): string | { name: string; address: string } =>
  name === undefined || from.includes('<') ? from : { name, address: from };

/**
 * Returns the options for sending an email, which both mailers use. Content is never loaded from files or
 * URLs.
 */
function message({ senderName, ...mail }: Mail, from: string, now: Temporal.Instant): SendMailOptions {
  return {
    ...mail,
    to: { name: '', address: mail.to },
    from: senderOf(from, senderName),
    date: new Date(now.epochMilliseconds),
    // RFC 3834: prevents automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
