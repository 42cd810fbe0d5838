import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { localeOf } from '../../../contract/kit/locale.ts';
import { type Letter, mailOf } from '../../kit/mail-template.ts';
import { platformTimeZone } from '../../kit/platform-day.ts';
import type { JobKind } from '../../kit/queue.ts';
import { type MailContext, mailWork } from '../../outbox/mail-jobs.ts';
import { withOutboxRecord } from '../../outbox/mail-record.ts';
import { startLanguage } from '../../platform/settings/config.ts';

/** The job that emails a person to say that their password was changed. */
export interface PasswordMail {
  personId: number;
  /** How many personal tokens were revoked with the change. */
  tokensEnded: number;
  at: string;
}

export const passwordMails: JobKind<PasswordMail> = withOutboxRecord(
  {
    name: 'password-mails',
    data: z.object({ personId: z.int(), tokensEnded: z.int(), at: z.string() }),
    // The email is retried for two days, as people should be informed even after an outage.
    options: { retryLimit: 50, retryDelay: 60, retryBackoff: true, retryDelayMax: 3600 },
    work: mailWork,
  },
  ({ personId }) => ({ kind: 'password-changed', personId }),
);

/**
 * Notifies a person by email, in their language, that their password was changed. Throws if the email could not be
 * sent.
 */
export async function sendPasswordMail(
  { db, mailer, translate, publicUrl, platformName, accent }: MailContext,
  { personId, tokensEnded, at }: PasswordMail,
  now: Temporal.Instant,
): Promise<void> {
  const person = await db
    .selectFrom('people')
    .select(['email', 'language'])
    .where('id', '=', personId)
    .executeTakeFirst();
  // The account may have been deleted since the job was enqueued.
  if (!person) return;
  const language = await startLanguage(db, person.language);
  const when = Temporal.Instant.from(at)
    .toZonedDateTimeISO(platformTimeZone)
    .toLocaleString(localeOf(language), { dateStyle: 'long', timeStyle: 'short' });
  const t = (key: string, values = {}) => translate(language, 'mails', `password-changed.${key}`, values);
  const letter: Letter = {
    platformName,
    accent,
    language,
    subject: t('subject'),
    title: t('title'),
    paragraphs: [
      t('text', { when }),
      ...(tokensEnded > 0 ? [translate(language, 'passwords', 'tokensEnded', { count: tokensEnded })] : []),
      t('notYou'),
    ],
    button: { label: t('button'), url: `${publicUrl}forgot-password` },
    clearLink: translate(language, 'mails', 'clearLink', {}),
    below: [t('you')],
  };
  await mailer.send(mailOf(letter, person.email), now);
}
