import * as z from 'zod/mini';
import type { JobKind, Queue } from '../kit/queue.ts';
import { type Mailing, processMailJobs } from '../outbox/mail-jobs.ts';
import { memoryOf } from './platform-memory.ts';
import { recordSubscription } from './platform-state.ts';
import type { IntegrationDependencies } from './provider-access.ts';
import { planPolls, planRenewals } from './reading/polls.ts';
import { readDue } from './reading/read-due.ts';
import { revocationMails, sendRevocationMail } from './revocation-mail.ts';
import { handleDelivery, webhookDeliveries } from './webhooks/webhook-events.ts';
import { webhookPath } from './webhooks/webhook-routes.ts';

/** How often a process checks for due reads, in seconds. */
const readEverySeconds = 1;

/** Starts the queued and scheduled jobs for connected accounts in this process. Times are in UTC. */
export async function startIntegrationJobs(
  queue: Queue,
  work: IntegrationDependencies,
  mailing: Mailing,
  secret: string,
): Promise<void> {
  await queue.work(webhookDeliveries, (stored) => handleDelivery(work, stored));
  // Each service is read separately, so that a service that does not respond does not delay the others.
  for (const provider of Object.values(work.providers))
    queue.every(readEverySeconds, () => readDue(work, provider, queue.report));
  await processMailJobs(queue, revocationMails, mailing, work.clock, sendRevocationMail);
  // These jobs run at night, when services are less busy.
  await queue.repeat('look-at-couplings', '40 1 * * *', () => planPolls(work));
  await queue.repeat('keep-couplings-alive', '20 3 1 * *', () => planRenewals(work));
  await queue.work(subscriptions, () => subscribeAll(work, mailing.publicUrl, secret));
  const subscribe = await queue.enqueuer(subscriptions);
  await queue.repeat('subscribe', '10 2 * * *', () => subscribe(work.db, {}));
}

/** The job that subscribes to each service's webhook events. */
export const subscriptions: JobKind<object> = {
  name: 'subscriptions',
  data: z.object({}),
  // Every process enqueues this job when it starts, but one run is enough, because all processes share one
  // webhook address per service. The first retry comes after half a minute; the nightly job tries again
  // anyway.
  options: { retryLimit: 5, retryDelay: 30, retryBackoff: true, singletonKey: 'all', singletonSeconds: 60 },
  work: { pollingIntervalSeconds: 2, batchSize: 1 },
};

/**
 * Subscribes to every service's webhook events. Tries all services before it throws the first error, if any;
 * the next nightly run tries again.
 */
export async function subscribeAll(
  work: IntegrationDependencies,
  publicUrl: string,
  secret: string,
): Promise<void> {
  const refused: unknown[] = [];
  for (const provider of Object.values(work.providers)) {
    const callback = `${publicUrl.slice(0, -1)}${webhookPath(secret, provider.platform)}`;
    const memory = memoryOf(work.db, work.encryptor, provider.platform);
    if (!provider.subscribe) continue;
    const problem = await provider.subscribe(callback, memory, work.clock()).catch((error: unknown) => error);
    await recordSubscription(work.db, provider.platform, problem, work.clock());
    if (problem !== undefined) refused.push(problem);
  }
  if (refused.length > 0) throw refused[0];
}
