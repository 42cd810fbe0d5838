import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer';
import type { Temporal } from 'temporal-polyfill';

/** A mail to one person, in both forms that mail programs show. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The sender's name, if their configured address has none. */
  senderName?: string;
}

export interface Mailer {
  /** Whether mails are only written to a folder on the server. */
  isFolder?: true;
  /** Sends a mail. Throws a MailRefusal if the mail server refuses it. */
  send(mail: Mail, now: Temporal.Instant): Promise<void>;
}

/** A refused mail. The message names nobody: it is logged. */
export class MailRefusal extends Error {
  /** The mail server's answer, or why there is none, in one line. It often quotes the recipient's address. */
  readonly reply: string;
  /** The same mail would be refused again. */
  readonly isFinal: boolean;

  constructor(error: Partial<NodemailerError>) {
    // The server's answer often quotes the address, so it is not part of the message.
    const reason = [error.code, error.responseCode].filter(Boolean).join(' ');
    super(`the mail server rejected a mail: ${reason || 'no reason given'}`);
    this.reply = inOneLine(error.response ?? error.message ?? '');
    // RFC 5321, 4.2.1: 5yz is permanent. After the greeting, the password or the sender, the platform's set-up is at
    // fault, which somebody will fix; after the recipient or the text, this mail is.
    this.isFinal = error.permanent === true && ['RCPT TO', 'DATA'].includes(error.command ?? '');
  }
}

/** RFC 5321, 4.5.3.1.5: a line of a reply has at most 512 octets. */
const longestReply = 512;

const inOneLine = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, longestReply);

/** A server that is silent for this long is treated as down, in milliseconds: the queue retries. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends through an SMTP server. */
export function smtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({ ...patience, url: smtpUrl });
  return {
    send: async (mail, now) => {
      await transport.sendMail(message(mail, from, now)).catch((error) => {
        throw new MailRefusal(error);
      });
    },
  };
}

/** Writes mails into a folder instead, as .eml files whose names sort by time. */
export function outboxMailer(folder: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    isFolder: true,
    send: async (mail, now) => {
      const { message: bytes } = await transport.sendMail(message(mail, from, now));
      const time = now.toString({ fractionalSecondDigits: 3 }).replace(/[:.]/g, '-');
      const file = join(folder, `${time}-${randomBytes(4).toString('hex')}.eml`);
      // The mails contain secret links. Renaming ensures that watchers of the folder only find complete mails.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${file}.part`, bytes, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
  };
}

/** The sender of mails: a name configured with the address is kept; otherwise the platform's name is used. */
export const senderOf = (
  from: string,
  name: string | undefined,
): string | { name: string; address: string } =>
  name === undefined || from.includes('<') ? from : { name, address: from };

/** The common part of all mails; its content is never loaded from files or addresses. */
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
