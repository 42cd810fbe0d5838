import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { ManagedQuery } from '../../contract/kit/managed-resource.ts';
import type { Mail } from '../../contract/managed/mails.ts';
import type { Db } from '../db/db.ts';
import type { Page } from '../kit/hydra.ts';
import type { Iris } from '../kit/iris.ts';
import { notFound } from '../kit/problem-error.ts';
import { jobTable } from '../kit/queue.ts';
import { pageOf } from '../management/managed-list.ts';

type Shown = Omit<Mail, '@context'>;

export type MailRow = Omit<Shown, '@id' | '@type' | 'askedAt' | 'settledAt' | 'nextTryAt'> & {
  askedAt: Temporal.Instant;
  settledAt: Temporal.Instant | null;
  nextTryAt: Temporal.Instant | null;
};

/** Lists the emails in the outbox. The queue must be prepared. */
export async function listMails(db: Db, iris: Iris, query: ManagedQuery): Promise<Page<Shown>> {
  const page = await pageOf<MailRow>(db, rows(), query, ['person', 'address', 'subject']);
  return { ...page, members: page.members.map((row) => toMail(iris, row)) };
}

/** Finds an email and its state, for the API. The queue must be prepared. Throws 404 for an unknown id. */
export const oneMail = async (db: Db, iris: Iris, id: number): Promise<Shown> =>
  toMail(iris, await mailRow(db, id));

/** Finds the row of an email in the outbox. Throws 404 for an unknown id. */
export async function mailRow(db: Db, id: number): Promise<MailRow> {
  const { rows: found } = await sql<MailRow>`select * from (${rows()}) as rows where id = ${id}`.execute(db);
  if (!found[0]) throw notFound();
  return found[0];
}

/**
 * Selects the emails to existing people. An email without a final outcome has the state of its job; if the job no
 * longer exists, or has crashed too often, the email counts as failed.
 */
export const rows = () => sql<MailRow>`
  select mails.id, mails.kind, mails.person_id as "personId", given_name || ' ' || surname as person,
    coalesce(mails.address, people.email) as address, mails.subject,
    case
      when outcome is not null then outcome
      when job.state::text in ('created', 'retry', 'active') then
        case when failed_tries > 0 then 'retrying' else 'waiting' end
      else 'failed'
    end as state,
    asked_at as "askedAt", settled_at as "settledAt", failed_tries as "failedTries",
    case when outcome is null and job.state::text = 'retry' then job.start_after end as "nextTryAt",
    problem
  from mails
  join people on people.id = mails.person_id
  left join ${jobTable} as job on job.name = mails.queue and job.id = mails.job_id`;

const toMail = (iris: Iris, row: MailRow): Shown => ({
  ...row,
  '@id': iris.of(`/platform/api/management/mails/${row.id}`),
  '@type': 'Mail',
  askedAt: row.askedAt.toString(),
  settledAt: row.settledAt?.toString() ?? null,
  nextTryAt: row.nextTryAt?.toString() ?? null,
});
