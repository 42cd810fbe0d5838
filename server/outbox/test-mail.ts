import type pg from 'pg';
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { Db } from '../db/db.ts';
import { type AttemptLimit, attemptLimit } from '../kit/attempt-limit.ts';
import { type Letter, mailOf } from '../kit/mail-template.ts';
import type { Enqueue, JobKind } from '../kit/queue.ts';
import { logChange } from '../management/change-log.ts';
import type { Author } from '../management/managed-resource.ts';
import { startLanguage } from '../platform/settings/config.ts';
import { type MailContext, mailWork } from './mail-jobs.ts';
import { withOutboxRecord } from './mail-record.ts';

/** The data of a job that sends a test email. */
export interface TestMail {
  personId: number;
}

export const testMails: JobKind<TestMail> = withOutboxRecord(
  {
    name: 'test-mails',
    data: z.object({ personId: z.int() }),
    // Retries after one, two, four and eight seconds, so that the organiser knows the result within half a minute.
    options: { retryLimit: 4, retryDelay: 1, retryBackoff: true },
    work: mailWork,
  },
  ({ personId }) => ({ kind: 'test', personId }),
);

/** Allows five test emails in 15 minutes, as for password emails: enough to try out the settings. */
export const testMailLimit = (pool: pg.Pool): AttemptLimit => attemptLimit(pool, 'test-mail', 5);

/** Sends a test email to the organiser who requests it. Throws 429 after too many requests. */
export async function requestTestMail(
  db: Db,
  enqueue: Enqueue<TestMail>,
  limit: AttemptLimit,
  { id: actor, now }: Author,
): Promise<void> {
  await limit.begin(String(actor));
  await db.transaction().execute(async (tx) => {
    await enqueue(tx, { personId: actor });
    await logChange(tx, { actor, now, resource: 'mails', resourceId: '', subject: actor, action: 'test' });
  });
}

/** Sends a test email in the person's language. Throws if the email could not be sent. */
export async function sendTestMail(
  { db, mailer, translate, publicUrl, platformName, accent }: MailContext,
  { personId }: TestMail,
  now: Temporal.Instant,
): Promise<void> {
  const person = await db
    .selectFrom('people')
    .select(['email', 'language'])
    .where('id', '=', personId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst();
  // The account may have been deleted or deactivated in the meantime.
  if (!person) return;
  const language = await startLanguage(db, person.language);
  const t = (key: string) => translate(language, 'mails', `test.${key}`, {});
  const letter: Letter = {
    platformName,
    accent,
    language,
    subject: t('subject'),
    title: t('title'),
    paragraphs: [t('text')],
    button: { label: t('button'), url: `${publicUrl}dashboard/mails` },
    clearLink: translate(language, 'mails', 'clearLink', {}),
    below: [t('notYou')],
  };
  await mailer.send(mailOf(letter, person.email), now);
}
