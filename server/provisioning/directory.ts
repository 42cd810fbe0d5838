import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import type { Visit } from '../kit/client-info.ts';
import type { Enqueue } from '../kit/queue.ts';
import type { EnqueueTask } from '../management/tasks/task.ts';
import type { AccountRemovalHooks } from '../people/dependencies.ts';
import type { LinkMail } from '../people/mailed-links/activation-and-reset-mail.ts';

/** What a request of the company's directory can use. */
export interface Directory {
  db: Db;
  now: Temporal.Instant;
  visit: Visit;
  ending: AccountRemovalHooks;
  /** Emails a new person the invitation. */
  invite: Enqueue<LinkMail>;
  enqueueTask: EnqueueTask;
}
