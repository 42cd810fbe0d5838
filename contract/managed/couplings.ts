import * as z from 'zod/mini';
import { platforms } from '../couplings.ts';
import { moment } from '../kit/fields.ts';
import { listQuery } from '../kit/managed-resource.ts';
import { operation } from '../kit/operation.ts';
import { collection, resource } from '../kit/resource.ts';

/** Why a service does not do what is asked, where that is nobody's own: too many calls, it is away, we are wrong. */
export const serviceFailures = ['limit', 'down', 'operator'] as const;

/**
 * How what people record is told: `server`: the server asks the service to send notices; `hand`: they are set up by hand
 * in the service's portal; `nightly`: there are none, it is looked for at night.
 */
export const noticeWays = ['server', 'hand', 'nightly'] as const;

/** Something that happened last. `at` is told where enough people have coupled the service that it is nobody's own. */
const last = {
  at: z.nullable(moment),
  /** In the last seven days. */
  isRecent: z.boolean(),
};

/** How a service does that people couple. Tells of nobody: see `server/integrations/managed-couplings.ts`. */
export const ServiceState = resource('ServiceState', {
  platform: z.enum(platforms),
  /** Whether the server has what it takes to offer it. */
  isConfigured: z.boolean(),
  /** Whether organisers have to switch it on in the settings first. */
  awaitsApproval: z.boolean(),
  /** A stand-in of the service, to try things out with. */
  isSandbox: z.boolean(),
  /** Settings of the server that it lacks. */
  missing: z.array(z.string()),
  /** Where consent leads back to, to be registered with the service. */
  returnAddress: z.string(),
  noticeWay: z.enum(noticeWays),
  /** Where notices are received; without its last part, which nobody should be able to guess. */
  noticeAddress: z.string(),
  /** When the service last agreed to send notices; and why not since. */
  subscribedAt: z.nullable(moment),
  subscriptionProblem: z.nullable(z.string()),
  /** People who have coupled it: a multiple of five; none of fewer. */
  people: z.nullable(z.int()),
  /** Those of them whose consent is gone, so that nothing arrives until they couple it again; counted likewise. */
  needConsent: z.nullable(z.int()),
  /** Whether the last call, as far as it is kept, failed. */
  isFailing: z.boolean(),
  lastNotice: z.object(last),
  lastSuccess: z.object(last),
  /** None: nothing has failed yet. `text` is as in the log, in English. */
  lastFailure: z.nullable(z.object({ ...last, reason: z.enum(serviceFailures), text: z.string() })),
  /** Notices that wait to be read; none where it is not told. */
  waitingNotices: z.nullable(z.int()),
  /** Until when the service wants no calls. */
  pausedUntil: z.nullable(moment),
});
export type ServiceState = z.infer<typeof ServiceState>;

export const list = operation({
  method: 'GET',
  path: '/platform/api/management/couplings',
  summary: 'How each service does that people couple, without telling of anybody.',
  access: 'organiser',
  query: listQuery([], {}),
  answer: collection(ServiceState, {}),
});
