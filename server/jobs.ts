import { Temporal } from 'temporal-polyfill';
import { moveSportType, recountSport } from './activities/counting/sport-recount.ts';
import { matchAgain } from './activities/matching/match-again.ts';
import { forgetOldAnswers } from './activities/matching/remembered-answers.ts';
import { teamEntry } from './composition.ts';
import type { Db } from './db/db.ts';
import { removeOldTableChanges } from './db/table-changes.ts';
import { removeOldAnswers } from './kit/idempotent-call.ts';
import type { Enqueue, JobKind, Queue } from './kit/queue.ts';
import { removeOldSecurityEvents } from './management/security-log/security-log.ts';
import { type AnyTaskKind, taskJobs } from './management/tasks/task.ts';
import { runTask } from './management/tasks/task-run.ts';
import { decisionMails, sendDecisionMail } from './moderation/decision-mail.ts';
import { type Mailing, processMailJobs } from './outbox/mail-jobs.ts';
import { removeOldMails } from './outbox/mail-record.ts';
import { sendTestMail, testMails } from './outbox/test-mail.ts';
import { warnings } from './people/deletion/anonymisation-jobs.ts';
import { importPeople } from './people/import-export/people-import.ts';
import { type LinkMail, linkMails, sendLinkMail } from './people/mailed-links/activation-and-reset-mail.ts';
import { removeExpiredLinks } from './people/mailed-links/mailed-link.ts';
import { provisionedGroups } from './provisioning/group-effects.ts';
import { removeOldStandingChanges } from './rankings/place-on-board.ts';
import { countChallenge } from './results/challenge-count.ts';
import { enqueueDueFreezes, freezeChallenge } from './results/freezing.ts';
import { removeExpiredSamlSignIns } from './sign-in/identities/saml/saml-sign-ins.ts';
import { passwordMails, sendPasswordMail } from './sign-in/passwords/password-changed-mail.ts';
import { removeExpiredSessions } from './sign-in/sessions/session.ts';
import { removeExpiredAttempts } from './sign-in/sessions/sign-in.ts';

/**
 * The scheduled jobs that need only the database: name, schedule (cron, UTC) and function. Other scheduled jobs are in
 * `integrations/jobs.ts` and `people/deletion/anonymisation-jobs.ts`.
 */
const timed: [name: string, cron: string, run: (db: Db, now: Temporal.Instant) => Promise<void>][] = [
  ['remove-expired-sessions', '17 * * * *', removeExpiredSessions],
  ['remove-expired-saml-sign-ins', '23 * * * *', removeExpiredSamlSignIns],
  ['remove-expired-attempts', '37 * * * *', removeExpiredAttempts],
  ['remove-expired-links', '57 * * * *', removeExpiredLinks],
  ['remove-old-answers', '7 * * * *', removeOldAnswers],
  ['remove-old-mails', '47 * * * *', removeOldMails],
  ['remove-old-security-events', '27 * * * *', removeOldSecurityEvents],
  ['forget-old-answers', '27 4 * * *', forgetOldAnswers],
  ['remove-old-standing-changes', '12 * * * *', removeOldStandingChanges],
  ['remove-old-table-changes', '42 * * * *', removeOldTableChanges],
  ['match-again', '*/5 * * * *', matchAgain],
];

/** Returns every kind of task. `mails` enqueues the emails that tasks send to people. */
export const taskKindsOf = (mails: Enqueue<LinkMail>): AnyTaskKind[] => [
  recountSport,
  moveSportType,
  countChallenge,
  freezeChallenge,
  importPeople(mails, teamEntry),
  provisionedGroups,
];

/** Every kind of email in the outbox. */
export const outboxKinds: JobKind<object>[] = [linkMails, passwordMails, testMails, decisionMails, warnings];

/** Starts the background work in this process: scheduled jobs, and jobs that requests enqueue. */
export async function startJobs(
  queue: Queue,
  mailing: Mailing,
  clock: () => Temporal.Instant = Temporal.Now.instant,
): Promise<void> {
  await processMailJobs(queue, linkMails, mailing, clock, sendLinkMail);
  await processMailJobs(queue, passwordMails, mailing, clock, sendPasswordMail);
  await processMailJobs(queue, testMails, mailing, clock, sendTestMail);
  await enqueueDueFreezes(mailing.db, queue, clock());
  await queue.repeat('freeze-challenges', '*/5 * * * *', () => enqueueDueFreezes(mailing.db, queue, clock()));
  const taskKinds = taskKindsOf(await queue.enqueuer(linkMails));
  await queue.work(taskJobs, ({ taskId }) =>
    runTask(mailing.db, taskKinds, taskId, clock, (error) => queue.report(error)),
  );
  await processMailJobs(queue, decisionMails, mailing, clock, sendDecisionMail);
  for (const [name, cron, run] of timed) await queue.repeat(name, cron, () => run(mailing.db, clock()));
}
