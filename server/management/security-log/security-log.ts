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

/** Something that happened around signing in. */
interface SecurityEvent {
  kind: (typeof securityEventKinds)[number];
  detail?: (typeof securityEventDetails)[number] | undefined;
  /** Whose account it is about; none: there is no such account. */
  personId: number | null;
  /** Who did it, if it was somebody else. */
  actorId?: number;
  times?: number;
  /** Whether all of a quarter of an hour is one line; what fails always is. */
  isAddedUp?: boolean;
}

const quarterOfAnHour = 15 * 60 * 1000;

/**
 * Writes a line of the security log, in the transaction of what happened if there is one. Kept of the visit are a
 * part of the address, and browser and system; none: it was done on the server. What fails is added up by the quarter
 * of an hour, so that nobody fills the log by failing.
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

/** Removes what is older than the log goes back. */
export async function removeOldSecurityEvents(db: Db, now: Temporal.Instant): Promise<void> {
  const since = now.subtract({ hours: securityDaysKept * 24 });
  await db
    .deleteFrom('security_events')
    .where('at', '<', since.toString() as never)
    .execute();
}

/** Forgets who an account's events were about, and from where: when and what stays. Call it before the account goes. */
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
