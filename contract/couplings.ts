import * as z from 'zod/mini';
import { moment } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { collection, resource } from './kit/resource.ts';

/** The display names of the services that people can connect. */
export const platforms = ['Fitbit', 'Garmin', 'Polar', 'Strava'] as const;
export type Platform = (typeof platforms)[number];

/** The reasons why a person must connect again. */
export const revocationReasons = ['revoked', 'consent'] as const;

const Coupling = z.object({
  name: z.enum(platforms),
  /** The URL for disconnecting, signed for the person and valid for 15 minutes. Clients add `keepActivities`. */
  uncoupleUrl: z.string(),
  coupledAt: moment,
  /** When and why the service stopped sending data. */
  deadSince: z.nullable(moment),
  death: z.nullable(z.enum(revocationReasons)),
  /** When delayed workouts are expected; null unless the service's rate limit delays them. */
  expectedAt: z.nullable(moment),
});

/** The signed-in person's connected accounts, keyed by service, and the services that are available. */
export const CouplingInfo = resource('CouplingInfo', {
  couplings: z.record(z.string(), Coupling),
  /** The services that this installation offers. */
  available: z.array(z.enum(platforms)),
  /** The services where the maximum number of people is already connected. */
  full: z.array(z.enum(platforms)),
  /** Whether the services are simulated. */
  isSandbox: z.boolean(),
});
export type CouplingInfo = z.infer<typeof CouplingInfo>;

export const list = operation({
  method: 'GET',
  path: '/platform/api/coupling_infos',
  summary: 'Returns the connected accounts of the signed-in person, as a collection with one member.',
  access: 'participant',
  answer: collection(CouplingInfo, {}),
});

export const offered = operation({
  method: 'GET',
  path: '/platform/api/offered_services',
  summary: 'Lists the services that people can connect.',
  access: 'public',
  answer: z.object({ platforms: z.array(z.enum(platforms)) }),
});

const platformInPath = z.object({ platform: z.enum(['fitbit', 'garmin', 'polar', 'strava']) });

export const connect = operation({
  method: 'GET',
  path: '/:platform/connect',
  summary: 'Redirects to a service, where the person authorises this platform to receive their workouts.',
  access: 'participant',
  params: platformInPath,
  changesState: true,
});

/** The service redirects the browser here; `state` proves that this browser started the authorization. */
export const callback = operation({
  method: 'GET',
  path: '/:platform/return',
  summary:
    'Handles the redirect back from a service and connects the account. Without the service’s parameters, redirects to the service.',
  access: 'participant',
  params: platformInPath,
});

/** The reasons why connecting can fail. */
export const couplingFailures = [
  'cancelled',
  'expired',
  'consent',
  'account',
  'taken',
  'full',
  'unreachable',
  'failed',
] as const;
export type CouplingFailure = (typeof couplingFailures)[number];

/** The query parameter that tells the app the outcome of connecting: `stravaSuccess=true` or a failure reason. */
export const successParameter = (platform: Platform) => `${platform.toLowerCase()}Success`;
export const failureParameters = { reason: 'couplingFailed', platform: 'platform' } as const;

export const uncouple = operation({
  method: 'GET',
  path: '/platform/api/couplings/:platform/uncouple',
  summary:
    'Disconnects an account here and at the service. Activities can be kept, except those from Strava.',
  access: 'participant',
  params: platformInPath,
  query: z.object({
    until: z._default(z.string(), ''),
    signature: z._default(z.string(), ''),
    keepActivities: z.optional(z.enum(['true', 'false'])),
  }),
  changesState: true,
  status: 204,
});

export const refresh = operation({
  method: 'GET',
  path: '/platform/api/activities/:uuid/refresh',
  summary: 'Fetches one of your own activities from its service again.',
  access: 'participant',
  params: z.object({ uuid: z.uuid() }),
  changesState: true,
  /**
   * `requested`: the service will send the activity shortly. `gone`: the activity was deleted at the service, so it was
   * deleted here too.
   */
  answer: z.object({ outcome: z.enum(['done', 'requested', 'gone']) }),
});
