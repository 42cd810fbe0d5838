import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { type Platform, platforms } from '../../contract/couplings.ts';
import { fewestPeople } from '../../contract/kit/fewest-people.ts';
import type { ServiceState } from '../../contract/managed/integrations.ts';
import type { Db } from '../db/db.ts';
import { detailsOf } from '../db/workout-details.ts';
import type { Page } from '../kit/hydra.ts';
import type { Iris } from '../kit/iris.ts';
import { jobTable } from '../kit/queue.ts';
import { reportedCount } from '../kit/small-groups.ts';
import { isFeatureOn } from '../platform/settings/config.ts';
import { platformsOfAccounts } from './account-key.ts';
import { projectVariables } from './fitbit/project.ts';
import { storedEverySeconds } from './platform-state.ts';
import type { Providers } from './provider-access.ts';
import { urgencies } from './reading/account-reads.ts';
import { webhookDeliveries } from './webhooks/webhook-events.ts';

/** Settings that apply to all services of an installation. */
export interface Offered {
  providers: Providers;
  isSandbox: boolean;
  /** The public address of the app, with a trailing slash. */
  publicUrl: string;
}

interface Row {
  platform: Platform;
  noticed_at: Temporal.Instant | null;
  succeeded_at: Temporal.Instant | null;
  failed_at: Temporal.Instant | null;
  failure: 'limit' | 'down' | 'operator' | null;
  failure_text: string | null;
  subscribed_at: Temporal.Instant | null;
  subscription_problem: string | null;
  connected: number;
  living: number;
  waiting: number;
  usage: { used: number; allowed: number; seconds: number; ends_at: string }[] | null;
  paused_until: Temporal.Instant | null;
}

/**
 * Lists the status of each service. Organisers must not see who has connected which service, so numbers of people are
 * rounded down to multiples of five. With fewer than five active accounts, exact times and queue lengths could identify
 * a person; the status then says only whether there was an event in the last seven days. Call `queue.prepared()` first.
 */
export async function listServiceStates(
  db: Db,
  iris: Iris,
  offered: Offered,
  now: Temporal.Instant,
): Promise<Page<Omit<ServiceState, '@context'>>> {
  const accounts = detailsOf(db) && (await platformsOfAccounts(db));
  const ids = accounts?.map(({ id }) => id);
  const services = accounts?.map((account) => account.platform);
  const isAtIt = (id: string) =>
    accounts
      ? sql`(${sql.ref(id)}, service_states.platform) in (select * from unnest(${ids}::int[], ${services}::text[]))`
      : sql`platform = service_states.platform`;
  const { rows } = await sql<Row>`
    select service_states.*,
      (select count(*) from connected_accounts where ${isAtIt('id')}) as connected,
      (select count(*) from connected_accounts where ${isAtIt('id')} and dead_since is null) as living,
      (select count(*) from ${jobTable} as job
        where name = ${webhookDeliveries.name} and state::text in ('created', 'retry', 'active')
          and data ->> 'platform' = service_states.platform)
        + (select count(*) from account_reads
          where ${isAtIt('account_id')} and urgency < ${urgencies.indexOf('poll')}) as waiting,
      (select json_agg(tightest.* order by seconds) from (
        select distinct on (seconds) * from service_usage
        where platform = service_states.platform and ends_at > ${now.toString()}::timestamptz
        order by seconds, allowed - used) as tightest) as usage,
      (select until from service_pauses
        where platform = service_states.platform and until > ${now.toString()}::timestamptz) as paused_until
    from service_states`.execute(db);
  const isStravaApproved = await isFeatureOn(db, 'stravaApproved');
  const states = platforms.flatMap((platform) => {
    const row = rows.find((one) => one.platform === platform);
    return row ? [stateOf(iris, row, offered, isStravaApproved, now)] : [];
  });
  return { members: states, totalItems: states.length };
}

/**
 * An event, a success or a failure counts as recent for this many days. A service that sends no events for
 * longer may be broken.
 */
const recentDays = 7;

function stateOf(
  iris: Iris,
  row: Row,
  { providers, isSandbox, publicUrl }: Offered,
  isStravaApproved: boolean,
  now: Temporal.Instant,
): Omit<ServiceState, '@context'> {
  const { platform } = row;
  const provider = providers[platform];
  const isShown = row.living >= fewestPeople;
  const last = (at: Temporal.Instant | null) => ({
    at: isShown && at ? at.toString() : null,
    isRecent: at !== null && now.since(at).total('hours') <= recentDays * 24,
  });
  const slug = platform.toLowerCase();
  const noticeWay = provider?.subscribe ? 'server' : provider?.polling === 'never' ? 'hand' : 'nightly';
  const variables = ['CLIENT_ID', 'CLIENT_SECRET'].map((name) => `${platform.toUpperCase()}_${name}`);
  const lacksProject = platform === 'Fitbit' && noticeWay === 'nightly';
  return {
    '@id': iris.of(`/platform/api/management/couplings/${slug}`),
    '@type': 'ServiceState',
    platform,
    isConfigured: provider !== undefined,
    awaitsApproval: platform === 'Strava' && !isStravaApproved,
    isSandbox: provider !== undefined && isSandbox,
    missing: [...(provider ? [] : variables), ...(lacksProject ? Object.keys(projectVariables) : [])],
    returnAddress: `${publicUrl}${slug}/return`,
    noticeWay,
    noticeAddress: `${publicUrl}couplings/${slug}/notices/…`,
    subscribedAt: row.subscribed_at?.toString() ?? null,
    subscriptionProblem: row.subscription_problem,
    people: reportedCount(row.connected),
    mostPeople: provider?.mostPeople ?? null,
    isFull: provider?.mostPeople !== undefined && row.living >= provider.mostPeople,
    needConsent: reportedCount(row.connected - row.living),
    isFailing:
      row.failed_at !== null &&
      (row.succeeded_at === null ||
        row.failed_at.since(row.succeeded_at).total('seconds') > storedEverySeconds),
    lastNotice: last(row.noticed_at),
    lastSuccess: last(row.succeeded_at),
    lastFailure: row.failure && {
      ...last(row.failed_at),
      reason: row.failure,
      text: row.failure_text ?? '',
    },
    waitingNotices: isShown ? row.waiting : null,
    usage:
      isShown && row.usage
        ? row.usage.map(({ used, allowed, seconds, ends_at }) => ({
            used,
            allowed,
            minutes: Math.round(seconds / 60),
            endsAt: Temporal.Instant.from(ends_at).toString(),
          }))
        : null,
    pausedUntil: row.paused_until?.toString() ?? null,
  };
}
