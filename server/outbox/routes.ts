import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import type { AttemptLimit } from '../kit/attempt-limit.ts';
import { senderOf } from '../kit/mail.ts';
import type { Handlers } from '../kit/mount.ts';
import type { JobKind, Queue } from '../kit/queue.ts';
import { authorOf } from '../management/managed-routes.ts';
import { platformName } from '../platform/settings/platform-name.ts';
import { listMails, oneMail } from './mail-list.ts';
import { daysKept } from './mail-record.ts';
import { type Enqueuers, sendAgain } from './send-again.ts';
import { requestTestMail, testMails } from './test-mail.ts';

/** How the platform sends emails. */
export interface MailSetUp {
  /** The mail server's host, with the port if configured; undefined if emails are written to a folder. */
  server: string | undefined;
  /** The sender, as in the `From` header. */
  sender: string;
}

export const mailManagement = (
  queue: Queue,
  /** Every kind of email in the outbox. */
  kinds: JobKind<object>[],
  limit: AttemptLimit,
  { server, sender }: MailSetUp,
): Handlers<Context, typeof api.managedMails> => ({
  list: async ({ db, iris }, { query }) => {
    await queue.prepared();
    return listMails(db, iris, query);
  },
  one: async ({ db, iris }, { params }) => {
    await queue.prepared();
    return oneMail(db, iris, params.id);
  },
  again: async (context, { params }) => {
    const enqueuers: Enqueuers = new Map();
    for (const kind of kinds) enqueuers.set(kind.name, await queue.enqueuer(kind));
    await sendAgain(context.db, enqueuers, params.id, authorOf(context));
  },
  sendTest: async (context) =>
    requestTestMail(context.db, await queue.enqueuer(testMails), limit, authorOf(context)),
  setUp: async ({ db }) => {
    const from = senderOf(sender, await platformName(db));
    const named = typeof from === 'string' ? from : `${from.name} <${from.address}>`;
    return { server: server ?? null, sender: named, daysKept };
  },
});
