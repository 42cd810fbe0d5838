import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import type { Mail, Mailer } from '../kit/mail.ts';
import { MailRefusal } from '../kit/mail.ts';
import type { Accent } from '../kit/mail-template.ts';
import type { Translate } from '../kit/problems.ts';
import { FinalFailure, type JobKind, type Queue } from '../kit/queue.ts';
import { mailAccent } from '../platform/settings/company-colour.ts';
import { platformName } from '../platform/settings/platform-name.ts';
import { storeFailedTry, storeOutcome } from './mail-record.ts';

/** What is needed to send emails. */
export interface Mailing {
  db: Db;
  mailer: Mailer;
  translate: Translate;
  /**
   * The public address of the app; ends with a slash. It is never taken from a request, because anybody could forge it.
   */
  publicUrl: string;
}

/** What is needed to send an email now, including the platform's current name and colour. */
export interface MailContext extends Mailing {
  platformName: string;
  /** The company's colour; undefined if none is set. */
  accent: Accent | undefined;
}

/**
 * How often to poll for emails to send. People may be waiting for their email, and polling every second is cheap, as it
 * only reads an index. Batches of ten follow one another without a pause, so that a whole company can sign up at once.
 */
export const mailWork = { pollingIntervalSeconds: 1, batchSize: 10, burstWhenBatchFull: true };

/**
 * Processes a kind of email job in this process, and stores the outcome of each email. An email that the mail server
 * refuses permanently is not retried.
 */
export function processMailJobs<Data extends object>(
  queue: Queue,
  kind: JobKind<Data>,
  mailing: Mailing,
  clock: () => Temporal.Instant,
  send: (context: MailContext, data: Data, now: Temporal.Instant) => Promise<void>,
): Promise<void> {
  const { db, mailer, translate } = mailing;
  return queue.work(kind, async (data, jobId) => {
    const now = clock();
    const [name, accent] = [await platformName(db), await mailAccent(db)];
    let mail: Mail | undefined;
    const watched: Mailer = {
      ...mailer,
      send: (one, at) => {
        mail = { ...one, senderName: name };
        return mailer.send(mail, at);
      },
    };
    try {
      const context: MailContext = {
        ...mailing,
        mailer: watched,
        platformName: name,
        accent,
        translate: (language, namespace, key, values) =>
          translate(language, namespace, key, { platformName: name, ...values }),
      };
      await send(context, data, now);
    } catch (error) {
      await storeFailedTry(db, jobId, mail, error instanceof MailRefusal ? error.reply : null);
      throw error instanceof MailRefusal && error.isFinal ? new FinalFailure(error.message) : error;
    }
    const outcome = mail ? (mailer.isFolder ? 'filed' : 'sent') : 'needless';
    // The email has been sent: an outdated row is better than sending the email twice.
    await storeOutcome(db, jobId, mail, outcome, now).catch(queue.report);
  });
}
