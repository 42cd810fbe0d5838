import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type * as z from 'zod/mini';
import type { Platform } from '../../../contract/couplings.ts';
import type { settings } from '../../../contract/managed/settings.ts';
import type { Db } from '../../db/db.ts';
import { detailsOf } from '../../db/workout-details.ts';
import { platformTimeZone } from '../../kit/platform-day.ts';
import { publishedConsentText } from '../../platform/consents/consent.ts';
import { managedSettings } from '../../platform/settings/managed-settings.ts';

/** The settings of the server that the pack depends on. */
export interface ServerSettings {
  /** The services that people can connect. */
  services: Platform[];
  /** Whether people can sign in with accounts of other services. */
  hasIdentityProviders: boolean;
  sendsMail: boolean;
  isEncrypted: boolean;
}

/** The kinds of security events that record how organisers use their rights. */
export const accessKinds = [
  'record-opened',
  'activities-opened',
  'data-exported',
  'account-erased',
  'role-changed',
] as const;

/** Everything that the pack depends on. */
export interface PackData extends ServerSettings {
  settings: Omit<z.output<typeof settings.replace.body>, 'version'>;
  /** Whether the details of workouts are encrypted with a key that is not in the database. */
  isEmployerBlind: boolean;
  /** The number of the published consent text. */
  consentNumber: number | null;
  /** How often organisers used their rights in the last 30 days. */
  accesses: Record<(typeof accessKinds)[number], number>;
  day: Temporal.PlainDate;
}

/** Reads everything that the pack depends on. */
export async function readPackData(db: Db, server: ServerSettings, now: Temporal.Instant): Promise<PackData> {
  const { rows } = await sql<PackData['settings']>`${managedSettings.rows(db)}`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('the settings have no row');
  const since = now.subtract({ hours: 30 * 24 });
  const events = await db
    .selectFrom('security_events')
    .select(['kind', (eb) => eb.fn.sum<number | string>('times').as('times')])
    .where(sql<boolean>`kind = any(${[...accessKinds]}::text[])`)
    // People's exports of their own data do not count as access by an organiser.
    .where(sql<boolean>`detail is distinct from 'own'`)
    .where('at', '>=', since.toString() as never)
    .groupBy('kind')
    .execute();
  const times = new Map(events.map((event) => [event.kind, Number(event.times)]));
  return {
    ...server,
    // Strava is offered only after organisers have switched it on.
    services: server.services.filter((service) => service !== 'Strava' || found.stravaApproved),
    isEmployerBlind: detailsOf(db) !== undefined,
    settings: found,
    consentNumber: await publishedConsentText(db),
    accesses: Object.fromEntries(
      accessKinds.map((kind) => [kind, times.get(kind) ?? 0]),
    ) as PackData['accesses'],
    day: now.toZonedDateTimeISO(platformTimeZone).toPlainDate(),
  };
}
