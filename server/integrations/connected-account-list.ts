import type { Temporal } from 'temporal-polyfill';
import {
  type CouplingInfo,
  type Platform,
  platforms,
  type revocationReasons,
} from '../../contract/couplings.ts';
import type { Db } from '../db/db.ts';
import type { Page } from '../kit/hydra.ts';
import type { Iris } from '../kit/iris.ts';
import type { Person } from '../people/person.ts';
import { isFeatureOn } from '../platform/settings/config.ts';
import { disconnectSignature } from './disconnection.ts';
import { isFullFor } from './places.ts';
import type { Providers } from './provider-access.ts';
import { type Expectation, expectationOf } from './reading/expected-time.ts';

/**
 * Returns the services that a person has connected or could connect. The result is a page whose only member is an
 * object with all services.
 */
export async function listConnectedAccounts(
  db: Db,
  iris: Iris,
  person: Person,
  offered: { providers: Providers; isSandbox: boolean; secret: string },
  now: Temporal.Instant,
): Promise<Page<Omit<CouplingInfo, '@context'>>> {
  const rows = await db
    .selectFrom('connected_accounts')
    .selectAll()
    .where('person_id', '=', person.id)
    .orderBy('platform')
    .execute();
  const accounts = [];
  for (const { id, platform, coupled_at, dead_since, death } of rows) {
    const expected = await expectationOf(db, platform, id, now);
    const params = new URLSearchParams(disconnectSignature(offered.secret, person, platform, now));
    accounts.push({
      name: platform,
      uncoupleUrl: `${iris.of(`/platform/api/couplings/${platform.toLowerCase()}/uncouple`)}?${params}`,
      coupledAt: coupled_at.toString(),
      deadSince: dead_since?.toString() ?? null,
      death: death as (typeof revocationReasons)[number] | null,
      expectedAt: isWorthShowing(expected, now) ? expected.expectedAt.toString() : null,
    });
  }
  const full: Platform[] = [];
  for (const provider of Object.values(offered.providers))
    if (await isFullFor(db, provider, person)) full.push(provider.platform);
  return {
    members: [
      {
        '@id': iris.of('/platform/api/coupling_infos'),
        '@type': 'CouplingInfo',
        couplings: Object.fromEntries(accounts.map((account) => [account.name, account])),
        full,
        available: platforms.filter((platform) => offered.providers[platform]),
        isSandbox: offered.isSandbox,
      },
    ],
    totalItems: 1,
  };
}

/** The expected time of a person's workouts is shown only if it is more than this many minutes away. */
const usualMinutes = 5;

const isWorthShowing = (expected: Expectation | undefined, now: Temporal.Instant): expected is Expectation =>
  expected !== undefined && now.until(expected.expectedAt).total('minutes') > usualMinutes;

/** Returns the services that people may connect. Strava is included only if Strava has approved its use. */
export async function offeredPlatforms(db: Db, providers: Providers): Promise<Platform[]> {
  const mayStrava = await isFeatureOn(db, 'stravaApproved');
  return platforms.filter((platform) => providers[platform] && (platform !== 'Strava' || mayStrava));
}
