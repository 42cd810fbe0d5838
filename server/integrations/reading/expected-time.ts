import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import type { Platform } from '../../../contract/couplings.ts';
import type { Db } from '../../db/db.ts';
import { isAtService } from '../account-key.ts';
import { quotaExhaustedUntil, usageOf } from '../call-quota.ts';
import type { UsageWindow } from '../providers/usage-meter.ts';
import { urgencies } from './account-reads.ts';

/** When an account's oldest waiting read was reported, and when its reads are expected to be done. */
export interface Expectation {
  since: Temporal.Instant;
  expectedAt: Temporal.Instant;
}

/**
 * Returns the time at which an account's waiting workouts (reported by events, or part of a first import) should
 * arrive; undefined if nothing is waiting.
 */
export async function expectationOf(
  db: Db,
  platform: Platform,
  accountId: number,
  now: Temporal.Instant,
): Promise<Expectation | undefined> {
  const hasReads = sql<boolean>`id in (select account_id from account_reads)`;
  const isOfService = await isAtService(db, platform, 'account_id', hasReads);
  const { rows } = await sql<{ since: Temporal.Instant; turn: number }>`
    with waiting as (
      select account_id, min(noticed_at) as since,
        row_number() over (order by min(urgency), min(noticed_at), account_id) as turn
      from account_reads
      where ${isOfService} and urgency < ${urgencies.indexOf('poll')}
      group by account_id
    )
    select since, turn::int from waiting where account_id = ${accountId}`.execute(db);
  const [own] = rows;
  if (!own) return undefined;
  const windows = await usageOf(db, platform);
  const from = (await quotaExhaustedUntil(db, platform, now)) ?? now;
  return { since: own.since, expectedAt: timeOfCall(own.turn, windows, from) };
}

/**
 * Returns the earliest time at which a service's windows allow the n-th call from now. Each window ends as
 * reported and then starts again. Assumes that nothing else makes calls.
 */
export function timeOfCall(n: number, windows: UsageWindow[], now: Temporal.Instant): Temporal.Instant {
  let at = now.epochMilliseconds;
  let wanted = n;
  const states = windows
    .filter(({ allowed }) => allowed > 0)
    .map(({ used, allowed, seconds, endsAt }) => ({ used, allowed, seconds, end: endsAt.epochMilliseconds }));
  for (;;) {
    for (const state of states)
      if (state.end <= at) {
        const passed = Math.floor((at - state.end) / (state.seconds * 1000)) + 1;
        state.end += passed * state.seconds * 1000;
        state.used = 0;
      }
    const free = Math.max(0, Math.min(...states.map(({ used, allowed }) => allowed - used)));
    if (wanted <= free) return Temporal.Instant.fromEpochMilliseconds(at);
    wanted -= free;
    for (const state of states) state.used += free;
    const full = states.filter(({ used, allowed }) => used >= allowed).map(({ end }) => end);
    at = Math.max(...full);
  }
}
