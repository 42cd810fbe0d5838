import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import {
  securityDaysKept,
  type securityEventDetails,
  type securityEventKinds,
} from '../../../contract/managed/security-events.ts';
import type { Db } from '../../db/db.ts';
import { browserName } from '../../kit/browser-name.ts';
import type { Visit } from '../../kit/client-info.ts';
import { shortenedAddress } from '../../kit/network-address.ts';

interface SecurityEvent {
  kind: (typeof securityEventKinds)[number];
  detail?: (typeof securityEventDetails)[number] | undefined;
  /** The affected account; null if the account does not exist. */
  personId: number | null;
  /** The person who caused the event, if not the affected person. */
  actorId?: number;
  times?: number;
  /**
   * Whether events of this kind within 15 minutes share a line. By default, only failed sign-ins share a
   * line.
   */
  isAddedUp?: boolean;
}

const quarterOfAnHour = 15 * 60 * 1000;

/**
 * Adds a line to the security log, in the transaction of the event if there is one. Of `visit`, only the
 * browser, the operating system and a part of the network address are stored; if `visit` is undefined, the
 * event happened on the server itself. Failed sign-ins within 15 minutes share a line, so that nobody can
 * flood the log.
 */
export async function logSecurityEvent(
  tx: Db,
  { kind, detail, personId, actorId, times = 1, isAddedUp = kind === 'sign-in-failed' }: SecurityEvent,
  visit: Visit | undefined,
  now: Temporal.Instant,
): Promise<void> {
  const network = visit ? shortenedAddress(visit.address) : null;
  const quarter = Math.floor(now.epochMilliseconds / quarterOfAnHour);
  const parts = [detail, personId, network, quarter];
  const who = kind === 'sign-in-failed' ? parts : [kind, actorId, ...parts];
  const together = isAddedUp ? who.map((part) => part ?? '').join(' ') : null;
  await tx
    .insertInto('security_events')
    .values({
      at: now.toString(),
      kind,
      detail: detail ?? null,
      person_id: personId,
      actor_id: actorId === personId ? null : (actorId ?? null),
      network,
      browser: browserName(visit?.userAgent),
      times,
      together,
    })
    .onConflict((conflict) =>
      conflict.column('together').doUpdateSet({
        at: now.toString(),
        times: sql`security_events.times + excluded.times`,
      }),
    )
    .execute();
}

/** Removes events that are older than the retention period. */
export async function removeOldSecurityEvents(db: Db, now: Temporal.Instant): Promise<void> {
  const since = now.subtract({ hours: securityDaysKept * 24 });
  await db
    .deleteFrom('security_events')
    .where('at', '<', since.toString() as never)
    .execute();
}

/**
 * Removes a person and their network address from the events that concern their account or that they caused;
 * the time and kind of each event remain. Call this before deleting the account.
 */
export async function forgetInSecurityLog(tx: Db, personId: number): Promise<void> {
  await tx
    .updateTable('security_events')
    .set({ person_id: null, network: null, browser: null, together: null })
    .where('person_id', '=', personId)
    .execute();
  await tx
    .updateTable('security_events')
    .set({ actor_id: null, network: null, browser: null, together: null })
    .where('actor_id', '=', personId)
    .execute();
}
