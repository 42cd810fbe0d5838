import type { Temporal } from 'temporal-polyfill';
import type { Language } from '../../../contract/kit/fields.ts';
import { localeOf } from '../../../contract/kit/locale.ts';
import type { Db } from '../../db/db.ts';
import { type Letter, mailOf } from '../../kit/mail-template.ts';
import type { MailContext } from '../../outbox/mail-jobs.ts';
import { startLanguage } from '../../platform/settings/config.ts';
import { anonymisationDay, keepWarning, peopleToWarn } from './anonymisation.ts';

/**
 * Emails a participant, in their language, to say when their account will be anonymised and how to prevent it. Does
 * nothing if the person was already warned or has taken part again. Throws if the email could not be sent.
 */
export async function sendAnonymisationWarning(
  { db, mailer, translate, publicUrl, platformName, accent }: MailContext,
  personId: number,
  now: Temporal.Instant,
): Promise<void> {
  const [due] = await peopleToWarn(db, now, personId);
  if (!due) return;
  const { email, language: personLanguage } = await db
    .selectFrom('people')
    .select(['email', 'language'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  const language = await startLanguage(db, personLanguage);
  const day = await anonymisationDay(db, due, now);
  const values = {
    challenge: await challengeName(db, due.challengeId, language),
    day: day.toLocaleString(localeOf(language), { dateStyle: 'long' }),
  };
  const t = (key: string) => translate(language, 'mails', `anonymisation.${key}`, values);
  const letter: Letter = {
    platformName,
    accent,
    language,
    subject: t('subject'),
    title: t('title'),
    paragraphs: [t('text'), t('stays')],
    button: { label: t('button'), url: `${publicUrl}my-profile` },
    clearLink: translate(language, 'mails', 'clearLink', {}),
    below: [t('keep'), t('nothing')],
  };
  await mailer.send(mailOf(letter, email), now);
  await keepWarning(db, personId, day, now);
}

/** Returns a challenge's name in the given language, or else in the first language in which it has a name. */
async function challengeName(db: Db, challengeId: number, language: Language): Promise<string> {
  const names = await db
    .selectFrom('challenge_translations')
    .select(['language', 'name'])
    .where('challenge_id', '=', challengeId)
    .orderBy('position')
    .execute();
  return (names.find((one) => one.language === language) ?? names[0])?.name ?? '';
}
