import * as z from 'zod/mini';
import { platforms } from '../couplings.ts';
import { moment } from '../kit/fields.ts';
import { listQuery } from '../kit/managed-resource.ts';
import { operation } from '../kit/operation.ts';
import { collection, resource } from '../kit/resource.ts';

/** Why a service fails for reasons other than the person's: too many calls, an outage, our mistake. */
export const serviceFailures = ['limit', 'down', 'operator'] as const;

/**
 * How webhooks are set up: `server`: the server subscribes by itself; `hand`: somebody sets them up by hand
 * in the service's portal; `nightly`: there are none, a nightly job polls.
 */
export const webhookModes = ['server', 'hand', 'nightly'] as const;

/** The last event of a kind. `at` is set only if enough people have connected the service to hide whose it was. */
const last = {
  at: z.nullable(moment),
  /** In the last seven days. */
  isRecent: z.boolean(),
};

/** The status of a service, without personal data: see `server/integrations/managed-couplings.ts`. */
export const ServiceState = resource('ServiceState', {
  platform: z.enum(platforms),
  /** Whether the server is configured to offer it. */
  isConfigured: z.boolean(),
  /** Whether organisers have to switch it on in the settings first. */
  awaitsApproval: z.boolean(),
  /** Whether it is a simulator. */
  isSandbox: z.boolean(),
  /** The server settings that are missing. */
  missing: z.array(z.string()),
  /** The redirect address, to be registered with the service. */
  returnAddress: z.string(),
  noticeWay: z.enum(webhookModes),
  /** The webhook address, without its secret last part. */
  noticeAddress: z.string(),
  /** When the service last accepted our webhook subscription, and why it has not since. */
  subscribedAt: z.nullable(moment),
  subscriptionProblem: z.nullable(z.string()),
  /** The number of people who have connected it: a multiple of five; null if fewer than five. */
  people: z.nullable(z.int()),
  /** Those of them who must connect again, as their consent has ended; rounded likewise. */
  needConsent: z.nullable(z.int()),
  /** Whether the last stored call failed. */
  isFailing: z.boolean(),
  lastNotice: z.object(last),
  lastSuccess: z.object(last),
  /** Null: nothing has failed yet. `text` is as in the log, in English. */
  lastFailure: z.nullable(z.object({ ...last, reason: z.enum(serviceFailures), text: z.string() })),
  /** Webhook events that wait to be processed; null if not shown. */
  waitingNotices: z.nullable(z.int()),
  /** When the service accepts calls again. */
  pausedUntil: z.nullable(moment),
});
export type ServiceState = z.infer<typeof ServiceState>;

export const list = operation({
  method: 'GET',
  path: '/platform/api/management/couplings',
  summary: 'Returns the state of each service, without personal data.',
  access: 'organiser',
  query: listQuery([], {}),
  answer: collection(ServiceState, {}),
});
