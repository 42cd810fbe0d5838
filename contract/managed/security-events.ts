import * as z from 'zod/mini';
import { moment, rowNumber } from '../kit/fields.ts';
import { listQuery } from '../kit/managed-resource.ts';
import { operation } from '../kit/operation.ts';
import { collection, resource } from '../kit/resource.ts';
import { roles } from '../roles.ts';

/**
 * The number of days for which events are kept: about as long as it usually takes to investigate a data
 * theft.
 */
export const securityDaysKept = 90;

export const securityEventKinds = [
  'signed-in',
  'sign-in-failed',
  'session-ended',
  'password-reset',
  'password-changed',
  'second-factor-on',
  'second-factor-off',
  'role-changed',
  'data-exported',
  'record-opened',
  'activities-opened',
  'account-erased',
  'token-made',
  'token-ended',
] as const;

/** Details of an event: how somebody signed in, what failed, the new role, or what was exported. */
export const securityEventDetails = [
  ...['password', 'code', 'provider', 'link', 'deactivated', 'provisioning'],
  ...['one', 'others'],
  ...['first', 'server'],
  ...roles,
  ...['own', 'people', 'results', 'activities', 'changes', 'mails', 'security-events'],
  ...['left', 'mistake', 'bounced', 'asked'],
] as const;

/** A security event. Events are never changed, and are deleted after 90 days. */
export const SecurityEvent = resource('SecurityEvent', {
  id: z.int(),
  at: moment,
  kind: z.enum(securityEventKinds),
  detail: z.nullable(z.string()),
  /** The affected account; null if the account does not exist or was deleted. */
  personId: z.nullable(z.int()),
  person: z.nullable(z.string()),
  /** The person who caused the event, unless it was the account's owner. */
  actor: z.nullable(z.string()),
  /** The first part of the IP address: 24 bits of IPv4, 48 bits of IPv6. */
  network: z.nullable(z.string()),
  /** The browser and operating system, without versions. */
  browser: z.nullable(z.string()),
  /** How many times the event occurred within 15 minutes. */
  times: z.int(),
});
export type SecurityEvent = z.infer<typeof SecurityEvent>;

export const list = operation({
  method: 'GET',
  path: '/platform/api/management/security-events',
  summary: 'Lists the events from the last 90 days in the security log, by default newest first.',
  access: 'organiser',
  query: listQuery(['at', 'kind', 'person'], {
    kind: z.optional(z.enum(securityEventKinds, 'value.invalid')),
    /** The affected account. */
    personId: z.optional(rowNumber),
  }),
  answer: collection(SecurityEvent, {}),
});

export const one = operation({
  method: 'GET',
  path: '/platform/api/management/security-events/:id',
  summary: 'Returns an event from the security log.',
  access: 'organiser',
  params: z.object({ id: rowNumber }),
  answer: SecurityEvent,
});
