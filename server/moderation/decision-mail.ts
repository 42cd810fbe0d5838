import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ActivityState } from '../../contract/activity-state.ts';
import type { Language } from '../../contract/kit/fields.ts';
import { localeOf } from '../../contract/kit/locale.ts';
import type { Db } from '../db/db.ts';
import { type Letter, mailOf } from '../kit/mail-template.ts';
import type { Translate } from '../kit/problems.ts';
import type { JobKind } from '../kit/queue.ts';
import { type MailContext, mailWork } from '../outbox/mail-jobs.ts';
import { withOutboxRecord } from '../outbox/mail-record.ts';
import { startLanguage } from '../platform/settings/config.ts';

/** The job that notifies a person of a decision. The recipient and the content are read only when the email is sent. */
export interface DecisionMail {
  decisionId: number;
}

export const decisionMails: JobKind<DecisionMail> = withOutboxRecord(
  {
    name: 'decision-mails',
    data: z.object({ decisionId: z.int() }),
    // Retries for two days: after one minute, then two, then four, and so on up to one hour. The email is not urgent.
    options: { retryLimit: 50, retryDelay: 60, retryBackoff: true, retryDelayMax: 3600 },
    work: mailWork,
  },
  ({ decisionId }) => ({
    kind: 'decision',
    personId: sql<number>`(select person_id from case_decisions
    join cases on cases.id = case_id where case_decisions.id = ${decisionId})`,
  }),
);

/**
 * Decisions whose email also shows the activity's state after the decision. For other decisions, the text of the email
 * describes the effect.
 */
const showsAfter = new Set(['correct', 'uphold', 'reinstate']);

/** Emails a person the decision and the reason, in their language. Throws if the email could not be sent. */
export async function sendDecisionMail(
  { db, mailer, translate, publicUrl, platformName, accent }: MailContext,
  { decisionId }: DecisionMail,
  now: Temporal.Instant,
): Promise<void> {
  const found = await decisionOf(db, decisionId);
  // The account, or the subject of the decision, may have been deleted since the job was enqueued.
  if (!found) return;
  const language = await startLanguage(db, found.language);
  const t = (key: string, values = {}) => translate(language, 'mails', `decision.${key}`, values);
  const { decision, before, after, content } = found;
  const letter: Letter = {
    platformName,
    accent,
    language,
    subject: t(`${decision}.subject`),
    title: t(`${decision}.title`),
    paragraphs: [
      t(`${decision}.text`),
      ...(content === null ? [] : [t('comment', { content })]),
      ...(before ? [t('before', { what: describeState(before, language, translate) })] : []),
      ...(after && showsAfter.has(decision)
        ? [t('after', { what: describeState(after, language, translate) })]
        : []),
      t('reason', { reason: found.reason }),
    ],
    button: { label: t('button'), url: `${publicUrl}my-decisions` },
    clearLink: translate(language, 'mails', 'clearLink', {}),
    below: [found.answer === null ? t('answer') : t('final')],
  };
  await mailer.send(mailOf(letter, found.email), now);
}

const decisionOf = (db: Db, id: number) =>
  db
    .selectFrom('case_decisions')
    .innerJoin('cases', 'cases.id', 'case_id')
    .innerJoin('people', 'people.id', 'cases.person_id')
    .leftJoin('activity_comments', 'activity_comments.id', 'comment_id')
    .select(['email', 'language', 'decision', 'reason', 'before', 'after', 'answer', 'content'])
    .where('case_decisions.id', '=', id)
    .executeTakeFirst()
    .then(
      (row) =>
        row && {
          ...row,
          before: row.before as ActivityState | null,
          after: row.after as ActivityState | null,
        },
    );

/** Describes an activity in one line with the day, sport, entered amount and counted kilometres. */
function describeState(state: ActivityState, language: Language, translate: Translate): string {
  const locale = localeOf(language);
  const number = (value: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value);
  // A calendar date has no time zone, so it is converted to noon in UTC and formatted in UTC.
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${state.performedAt}T12:00:00Z`),
  );
  const { sportLabels: labels } = state;
  const sport = (labels.find((one) => one.language === language) ?? labels[0])?.label;
  const t = (key: string, values: object) => translate(language, 'mails', `decision.${key}`, { ...values });
  const amount = {
    time: () => state.time ?? '',
    km: () => t('km', { value: number(state.kilometers ?? 0) }),
    steps: () => t('steps', { value: number(state.steps ?? 0) }),
  }[state.amountType]();
  const counted = t(state.counts ? 'counted' : 'notCounted', { value: number(state.challengeKms) });
  return [day, sport, amount, counted].filter(Boolean).join(' · ');
}
