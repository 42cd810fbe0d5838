import * as z from 'zod/mini';
import { platforms } from '../couplings.ts';
import { moment } from '../kit/fields.ts';
import { listQuery } from '../kit/managed-resource.ts';
import { operation } from '../kit/operation.ts';
import { collection, resource } from '../kit/resource.ts';

/** Reasons for failures that people did not cause: too many calls, an outage, or a mistake in the configuration. */
export const serviceFailures = ['limit', 'down', 'operator'] as const;

/**
 * How webhooks are set up. `server`: the server subscribes automatically. `hand`: the operator sets them up in the
 * service's portal. `nightly`: the service has no webhooks, so a nightly job polls the service.
 */
export const webhookModes = ['server', 'hand', 'nightly'] as const;

/**
 * The last event of one kind. `at` is null if so few people are connected that the time would reveal whose event it
 * was.
 */
const last = {
  at: z.nullable(moment),
  /** Whether the event was in the last seven days. */
  isRecent: z.boolean(),
};

/** The state of a service, without personal data; see `server/integrations/managed-services.ts`. */
export const ServiceState = resource('ServiceState', {
  platform: z.enum(platforms),
  /** Whether the server's configuration has all settings for the service. */
  isConfigured: z.boolean(),
  /** Whether organisers must first switch the service on in the settings. */
  awaitsApproval: z.boolean(),
  /** Whether the service is simulated. */
  isSandbox: z.boolean(),
  /** The server settings that are missing. */
  missing: z.array(z.string()),
  /** The redirect URL to register with the service. */
  returnAddress: z.string(),
  noticeWay: z.enum(webhookModes),
  /** The webhook URL without its secret last part. */
  noticeAddress: z.string(),
  /** When the service last accepted our webhook subscription, and why a later attempt failed. */
  subscribedAt: z.nullable(moment),
  subscriptionProblem: z.nullable(z.string()),
  /** The number of people who have connected the service, as a multiple of five; null for fewer than five people. */
  people: z.nullable(z.int()),
  /** How many people the service lets this platform connect; null if the server's configuration does not say. */
  mostPeople: z.nullable(z.int()),
  /** Whether the number of people who have connected the service has reached `mostPeople`. */
  isFull: z.boolean(),
  /**
   * The number of people who must connect again because their consent has ended, rounded in the same way as
   * `people`.
   */
  needConsent: z.nullable(z.int()),
  /** Whether the last recorded call to the service failed. */
  isFailing: z.boolean(),
  lastNotice: z.object(last),
  lastSuccess: z.object(last),
  /** The last failure; null if nothing has failed yet. `text` is the English message in the log. */
  lastFailure: z.nullable(z.object({ ...last, reason: z.enum(serviceFailures), text: z.string() })),
  /** The number of reported changes and imports that wait to be read; null if the number is not shown. */
  waitingNotices: z.nullable(z.int()),
  /** The calls that the service has counted in its current periods, and how many it allows; null if not shown. */
  usage: z.nullable(z.array(z.object({ used: z.int(), allowed: z.int(), minutes: z.int(), endsAt: moment }))),
  /** When the service will accept calls again. */
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
