import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import type { Visit } from '../kit/client-info.ts';
import type { Enqueue } from '../kit/queue.ts';
import type { EnqueueTask } from '../management/tasks/task.ts';
import type { AccountRemovalHooks } from '../people/dependencies.ts';
import type { LinkMail } from '../people/mailed-links/activation-and-reset-mail.ts';

/** The dependencies of a request from the company's directory. */
export interface Directory {
  db: Db;
  now: Temporal.Instant;
  visit: Visit;
  removalHooks: AccountRemovalHooks;
  /** Enqueues the invitation email to a new person. */
  invite: Enqueue<LinkMail>;
  enqueueTask: EnqueueTask;
}
