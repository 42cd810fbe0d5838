import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { type Letter, mailOf } from '../../kit/mail-template.ts';
import type { JobKind } from '../../kit/queue.ts';
import { type MailContext, mailWork } from '../../outbox/mail-jobs.ts';
import { withOutboxRecord } from '../../outbox/mail-record.ts';
import { startLanguage } from '../../platform/settings/config.ts';
import { type LinkPurpose, makeLink, withdrawLink } from './mailed-link.ts';

/**
 * The job that emails a link. The link is created and the email address is read only when the email is sent, so the job
 * contains neither.
 */
export interface LinkMail {
  /** 0 means no person. A job with 0 takes as long as other jobs, but sends nothing. */
  personId: number;
  purpose: LinkPurpose;
}

export const linkMails: JobKind<LinkMail> = withOutboxRecord(
  {
    name: 'link-mails',
    data: z.object({ personId: z.int(), purpose: z.enum(['activate', 'reset-password', 'invite']) }),
    // Retries after one second, then two, then four, up to every ten minutes. This covers short failures and outages of
    // up to three hours. After that, people will have requested another email.
    options: { retryLimit: 25, retryDelay: 1, retryBackoff: true, retryDelayMax: 600 },
    work: mailWork,
  },
  ({ personId, purpose }) => ({ kind: purpose, personId }),
);

const paths: Record<LinkPurpose, string> = {
  activate: 'global-challenge-activate/',
  'reset-password': 'reset-password/',
  // Invited people choose a password on the same page.
  invite: 'reset-password/',
};

/** Creates a link and emails it to the person, in their language. Throws if the email could not be sent. */
export async function sendLinkMail(
  { db, mailer, translate, publicUrl, platformName, accent }: MailContext,
  { personId, purpose }: LinkMail,
  now: Temporal.Instant,
): Promise<void> {
  const person = await db
    .selectFrom('people')
    .select(['email', 'given_name', 'language', 'activated_at'])
    .where('id', '=', personId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst();
  // The account may have been deleted or activated since the job was enqueued.
  if (!person || (purpose !== 'reset-password' && person.activated_at)) return;
  const language = await startLanguage(db, person.language);
  const t = (key: string) => translate(language, 'mails', key, { name: person.given_name });
  const token = await makeLink(db, personId, purpose, now);
  const letter: Letter = {
    platformName,
    accent,
    language,
    subject: t(`${purpose}.subject`),
    title: t(`${purpose}.title`),
    paragraphs: [
      t(isPlainName(person.given_name) ? 'greeting' : 'greetingWithoutName'),
      t(`${purpose}.text`),
    ],
    button: { label: t(`${purpose}.button`), url: `${publicUrl}${paths[purpose]}${token}` },
    clearLink: t('clearLink'),
    below: [t(`${purpose}.validity`), t(`${purpose}.notYou`)],
  };
  await mailer.send(mailOf(letter, person.email), now).catch(async (error) => {
    await withdrawLink(db, token);
    throw error;
  });
}

/**
 * Returns whether a name may be used in a greeting. Only letters, spaces, hyphens and apostrophes are allowed, and full
 * stops at the end of a word. Anybody with a guest code can sign up with another person's address, and must not be able
 * to put arbitrary text into our emails.
 */
const isPlainName = (name: string) => /^(?:[\p{L}\p{M}'’ -]|\.(?= |$)){1,40}$/u.test(name);
