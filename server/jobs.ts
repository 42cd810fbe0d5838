import { Temporal } from 'temporal-polyfill';
import { importPeople } from './accounts/people-import.ts';
import type { Db } from './db/db.ts';
import { decisionMails, sendDecisionMail } from './inbox/decision-mail.ts';
import type { Enqueue, Queue } from './kit/queue.ts';
import { type LinkMail, type LinkMailing, linkMails, sendLinkMail } from './people/link-mail.ts';
import { removeExpiredLinks } from './people/mailed-link.ts';
import { freezeChallenge, freezeWhatIsDue } from './results/freezing.ts';
import { removeExpiredSessions } from './sessions/session.ts';
import { removeExpiredAttempts } from './sessions/sign-in.ts';
import { type AnyTaskKind, taskJobs } from './tasks/task.ts';
import { runTask } from './tasks/task-run.ts';
import { moveSportType, recountSport } from './workouts/sport-recount.ts';

/** All timed work: name, when (cron, UTC), what. */
const timed: [name: string, cron: string, run: (db: Db, now: Temporal.Instant) => Promise<void>][] = [
  ['remove-expired-sessions', '17 * * * *', removeExpiredSessions],
  ['remove-expired-attempts', '37 * * * *', removeExpiredAttempts],
  ['remove-expired-links', '57 * * * *', removeExpiredLinks],
];

/** Every kind of long work; `mails` sends what people are told by it. */
export const taskKindsOf = (mails: Enqueue<LinkMail>): AnyTaskKind[] => [
  recountSport,
  moveSportType,
  freezeChallenge,
  importPeople(mails),
];

/** Does the work of a queue in this process: what is timed, and what requests have put off. */
export async function startJobs(
  queue: Queue,
  mailing: LinkMailing,
  clock: () => Temporal.Instant = Temporal.Now.instant,
): Promise<void> {
  await queue.work(linkMails, (mail) => sendLinkMail(mailing, mail, clock()));
  await freezeWhatIsDue(mailing.db, queue, clock());
  await queue.repeat('freeze-challenges', '*/5 * * * *', () => freezeWhatIsDue(mailing.db, queue, clock()));
  const taskKinds = taskKindsOf(await queue.enqueuer(linkMails));
  await queue.work(taskJobs, ({ taskId }) =>
    runTask(mailing.db, taskKinds, taskId, clock, (error) => queue.report(error)),
  );
  await queue.work(decisionMails, (mail) => sendDecisionMail(mailing, mail, clock()));
  for (const [name, cron, run] of timed) await queue.repeat(name, cron, () => run(mailing.db, clock()));
}
