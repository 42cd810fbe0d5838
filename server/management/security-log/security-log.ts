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

/** An event around signing in. */
interface SecurityEvent {
  kind: (typeof securityEventKinds)[number];
  detail?: (typeof securityEventDetails)[number] | undefined;
  /** The affected account; null: it does not exist. */
  personId: number | null;
  /** The author, if it was somebody else. */
  actorId?: number;
  times?: number;
  /** Whether events within 15 minutes share a line; failures always do. */
  isAddedUp?: boolean;
}

const quarterOfAnHour = 15 * 60 * 1000;

/**
 * Writes a line to the security log, in the transaction of the event if there is one. Of the visit, it stores a part of
 * the address, and browser and system; undefined: the event happened on the server. Failures within 15 minutes share a
 * line, so that nobody can fill the log with them.
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

/** Removes events that are older than the log's limit. */
export async function removeOldSecurityEvents(db: Db, now: Temporal.Instant): Promise<void> {
  const since = now.subtract({ hours: securityDaysKept * 24 });
  await db
    .deleteFrom('security_events')
    .where('at', '<', since.toString() as never)
    .execute();
}

/**
 * Removes a person and their network from the events of an account; time and kind stay. Call it before the account is
 * removed.
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
