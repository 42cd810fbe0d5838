import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { Platform } from '../../contract/couplings.ts';
import { type Letter, mailOf } from '../kit/mail-template.ts';
import type { JobKind } from '../kit/queue.ts';
import { type MailContext, mailWork } from '../outbox/mail-jobs.ts';
import { startLanguage } from '../platform/settings/config.ts';

/** A person whose service was disconnected because the consent ended. */
export interface RevocationMail {
  personId: number;
  /** The value of `platform` in the person's row of `connected_accounts`. */
  platform: string;
}

/** These emails are not in the outbox, because organisers must not see who has connected which service. */
export const revocationMails: JobKind<RevocationMail> = {
  name: 'dead-coupling-mails',
  data: z.object({ personId: z.int(), platform: z.string() }),
  // The email is not urgent. Retries after 1 minute, then 2 and 4, and later every hour. Stops after two days.
  options: { retryLimit: 50, retryDelay: 60, retryBackoff: true, retryDelayMax: 3600 },
  work: mailWork,
};

/** Tells a person by email, in their language, that a service no longer sends workouts and how to connect it again. */
export async function sendRevocationMail(
  { db, mailer, translate, publicUrl, platformName, accent }: MailContext,
  { personId, platform: key }: RevocationMail,
  now: Temporal.Instant,
): Promise<void> {
  const person = await db
    .selectFrom('people')
    .innerJoin('connected_accounts', 'connected_accounts.person_id', 'people.id')
    .select(['email', 'language', 'person_id', 'platform', 'details'])
    .where('people.id', '=', personId)
    .where('platform', '=', key as Platform)
    .where('dead_since', 'is not', null)
    .executeTakeFirst();
  // The person may have been deleted by now, or may have connected the service again.
  if (!person) return;
  const language = await startLanguage(db, person.language);
  const t = (key: string) =>
    translate(language, 'mails', `deadCoupling.${key}`, { platform: person.platform });
  const letter: Letter = {
    platformName,
    accent,
    language,
    subject: t('subject'),
    title: t('title'),
    paragraphs: [t('text')],
    button: { label: t('button'), url: `${publicUrl}my-activities/add` },
    clearLink: translate(language, 'mails', 'clearLink', {}),
    below: [t('otherwise')],
  };
  await mailer.send(mailOf(letter, person.email), now);
}
