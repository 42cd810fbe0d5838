import * as z from 'zod/mini';
import { moment } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { collection, resource } from './kit/resource.ts';

/** The services that people can connect, by their display names. */
export const platforms = ['Fitbit', 'Garmin', 'Polar', 'Strava'] as const;
export type Platform = (typeof platforms)[number];

/** Why the person must connect again. */
export const revocationReasons = ['revoked', 'consent'] as const;

const Coupling = z.object({
  name: z.enum(platforms),
  /** Signed for the person, and valid for 15 minutes; clients add `keepActivities`. */
  uncoupleUrl: z.string(),
  coupledAt: moment,
  /** When the service stopped sending data, and why. */
  deadSince: z.nullable(moment),
  death: z.nullable(z.enum(revocationReasons)),
});

/** The signed-in person's connected accounts, by platform, and the services they could connect. */
export const CouplingInfo = resource('CouplingInfo', {
  couplings: z.record(z.string(), Coupling),
  /** The platforms that this installation offers. */
  available: z.array(z.enum(platforms)),
  /** Whether the services are simulators. */
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
  summary: 'Redirects to a service, where the person authorises this platform to receive workouts.',
  access: 'participant',
  params: platformInPath,
  changesState: true,
});

/** Called by the service's own site; `state` proves that this browser started the authorization. */
export const callback = operation({
  method: 'GET',
  path: '/:platform/return',
  summary:
    'Handles the return from a service and connects the account. Without an answer of a service, redirects to it.',
  access: 'participant',
  params: platformInPath,
});

/** Why connecting failed. */
export const couplingFailures = [
  'cancelled',
  'expired',
  'consent',
  'account',
  'taken',
  'unreachable',
  'failed',
] as const;
export type CouplingFailure = (typeof couplingFailures)[number];

/** The query parameter of the page after connecting: `stravaSuccess=true`, or the reason for a failure. */
export const successParameter = (platform: Platform) => `${platform.toLowerCase()}Success`;
export const failureWords = { reason: 'couplingFailed', platform: 'platform' } as const;

export const uncouple = operation({
  method: 'GET',
  path: '/platform/api/couplings/:platform/uncouple',
  summary: 'Disconnects an account, also at the service. Activities can be kept, except Strava’s.',
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
  summary: 'Fetches your own activity from its service again.',
  access: 'participant',
  params: z.object({ uuid: z.uuid() }),
  changesState: true,
  /** `requested`: the service will send it shortly. `gone`: it was deleted there, and so here too. */
  answer: z.object({ outcome: z.enum(['done', 'requested', 'gone']) }),
});
