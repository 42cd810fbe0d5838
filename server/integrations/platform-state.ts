import type { Temporal } from 'temporal-polyfill';
import type { Platform } from '../../contract/couplings.ts';
import { serviceFailures } from '../../contract/managed/integrations.ts';
import type { Db } from '../db/db.ts';
import { ProviderError } from './providers/provider-error.ts';

/**
 * The times of a service's last event and last response are stored at most once in this many seconds, because services
 * send and respond many times a second.
 */
export const storedEverySeconds = 60;

const noteAt = async (
  db: Db,
  platform: Platform,
  column: 'noticed_at' | 'succeeded_at',
  now: Temporal.Instant,
) => {
  const before = now.subtract({ seconds: storedEverySeconds });
  await db
    .updateTable('service_states')
    .set({ [column]: now.toString() })
    .where('platform', '=', platform)
    .where((eb) => eb.or([eb(column, 'is', null), eb(column, '<', before.toString() as never)]))
    .execute();
};

/** Records that a service has sent a webhook event. */
export const recordWebhook = (db: Db, platform: Platform, now: Temporal.Instant) =>
  noteAt(db, platform, 'noticed_at', now);

/** Records that a call to a service succeeded. */
export const recordSuccess = (db: Db, platform: Platform, now: Temporal.Instant) =>
  noteAt(db, platform, 'succeeded_at', now);

/** Records why a call to a service failed, unless the failure concerns only one person, such as a revoked consent. */
export async function recordFailure(
  db: Db,
  platform: Platform,
  { kind, message }: ProviderError,
  now: Temporal.Instant,
): Promise<void> {
  const failure = serviceFailures.find((one) => one === kind);
  if (!failure) return;
  await db
    .updateTable('service_states')
    .set({ failed_at: now.toString(), failure, failure_text: message })
    .where('platform', '=', platform)
    .execute();
}

/** Records that a service accepted the webhook subscription, or why it did not. */
export async function recordSubscription(
  db: Db,
  platform: Platform,
  problem: unknown,
  now: Temporal.Instant,
): Promise<void> {
  const reason = problem instanceof ProviderError ? problem.message : 'unexpected';
  await db
    .updateTable('service_states')
    .set(
      problem === undefined
        ? { subscribed_at: now.toString(), subscription_problem: null }
        : { subscription_problem: reason },
    )
    .where('platform', '=', platform)
    .execute();
}
