import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { type Platform, platforms } from '../../contract/couplings.ts';
import { type Letter, mailOf } from '../kit/mail-template.ts';
import type { JobKind } from '../kit/queue.ts';
import { mailWork, type Sending } from '../outbox/mailing.ts';
import { startLanguage } from '../platform/settings/config.ts';

/** A person whose workouts no longer arrive. */
export interface RevocationMail {
  personId: number;
  platform: Platform;
}

/** Not in the outbox: organisers may not see who has connected what. */
export const revocationMails: JobKind<RevocationMail> = {
  name: 'dead-coupling-mails',
  data: z.object({ personId: z.int(), platform: z.enum(platforms) }),
  // Retries after a minute, two, four, up to every hour, for two days, as the mail is not urgent.
  options: { retryLimit: 50, retryDelay: 60, retryBackoff: true, retryDelayMax: 3600 },
  work: mailWork,
};

/** Mails a person, in their language, that a service no longer sends anything and how to connect it again. */
export async function sendRevocationMail(
  { db, mailer, translate, publicUrl, platformName, accent }: Sending,
  { personId, platform }: RevocationMail,
  now: Temporal.Instant,
): Promise<void> {
  const person = await db
    .selectFrom('people')
    .innerJoin('connected_accounts', 'connected_accounts.person_id', 'people.id')
    .select(['email', 'language'])
    .where('people.id', '=', personId)
    .where('platform', '=', platform)
    .where('dead_since', 'is not', null)
    .executeTakeFirst();
  // The account may be deleted by now, or the service reconnected.
  if (!person) return;
  const language = await startLanguage(db, person.language);
  const t = (key: string) => translate(language, 'mails', `deadCoupling.${key}`, { platform });
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
