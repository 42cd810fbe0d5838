import * as z from 'zod/mini';
import { moment } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { collection, resource } from './kit/resource.ts';

/** The services that people can couple, by the names that they are shown under. */
export const platforms = ['Fitbit', 'Garmin', 'Polar', 'Strava'] as const;
export type Platform = (typeof platforms)[number];

/** Why only a new consent helps. */
export const deaths = ['revoked', 'consent'] as const;

const Coupling = z.object({
  name: z.enum(platforms),
  /** Signed for the person, and good for 15 minutes; `keepActivities` is added to it. */
  uncoupleUrl: z.string(),
  coupledAt: moment,
  /** Since when nothing arrives any more, and why. */
  deadSince: z.nullable(moment),
  death: z.nullable(z.enum(deaths)),
});

/** What the signed-in person has coupled, by the platform's name; and what they could. */
export const CouplingInfo = resource('CouplingInfo', {
  couplings: z.record(z.string(), Coupling),
  /** The platforms that this installation offers. */
  available: z.array(z.enum(platforms)),
  /** Stand-ins of the services, to try things out with. */
  isSandbox: z.boolean(),
});
export type CouplingInfo = z.infer<typeof CouplingInfo>;

export const list = operation({
  method: 'GET',
  path: '/platform/api/coupling_infos',
  summary: 'What the signed-in person has coupled: one member.',
  access: 'participant',
  answer: collection(CouplingInfo, {}),
});

export const offered = operation({
  method: 'GET',
  path: '/platform/api/offered_services',
  summary: 'The services that people may couple here.',
  access: 'public',
  answer: z.object({ platforms: z.array(z.enum(platforms)) }),
});

const platformInPath = z.object({ platform: z.enum(['fitbit', 'garmin', 'polar', 'strava']) });

export const connect = operation({
  method: 'GET',
  path: '/:platform/connect',
  summary: 'Leads to a service to agree there that workouts arrive here.',
  access: 'participant',
  params: platformInPath,
  changesState: true,
});

/** Comes from the service's own site; the `state` in it proves that this browser set out from here. */
export const comeBack = operation({
  method: 'GET',
  path: '/:platform/return',
  summary: 'Where a service sends people back to; without anything from a service, leads there.',
  access: 'participant',
  params: platformInPath,
});

/** Why coupling led back without a coupling. */
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

/** The query words of the page that people come back to: `stravaSuccess=true`, or why not. */
export const successWord = (platform: Platform) => `${platform.toLowerCase()}Success`;
export const failureWords = { reason: 'couplingFailed', platform: 'platform' } as const;

export const uncouple = operation({
  method: 'GET',
  path: '/platform/api/couplings/:platform/uncouple',
  summary: 'Takes a coupling back, at the service too; the activities stay if wanted, but for Strava’s.',
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
  summary: 'Reads an own activity again from its service.',
  access: 'participant',
  params: z.object({ uuid: z.uuid() }),
  changesState: true,
  /** `requested`: the service sends it in a moment. `gone`: it is deleted there, and so here. */
  answer: z.object({ outcome: z.enum(['done', 'requested', 'gone']) }),
});
