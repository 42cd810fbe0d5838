import * as z from 'zod/mini';
import { moment, rowNumber } from '../kit/fields.ts';
import { listQuery } from '../kit/managed-resource.ts';
import { operation } from '../kit/operation.ts';
import { collection, resource } from '../kit/resource.ts';

/** A quarter of a year: as long as investigating a data theft usually takes, and no longer. */
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
  'account-erased',
  'token-made',
  'token-ended',
] as const;

/** The kind of event in more detail: how somebody signed in, what failed, the new role, what was exported. */
export const securityEventDetails = [
  ...['password', 'code', 'provider', 'link', 'deactivated'],
  ...['one', 'others'],
  ...['first', 'server'],
  ...['participant', 'moderator', 'organiser'],
  ...['own', 'people', 'results', 'activities', 'changes', 'mails', 'security-events'],
  ...['left', 'mistake', 'bounced', 'asked'],
] as const;

/** A security event. Events are never changed, and are deleted after 90 days. */
export const SecurityEvent = resource('SecurityEvent', {
  id: z.int(),
  at: moment,
  kind: z.enum(securityEventKinds),
  detail: z.nullable(z.string()),
  /** The affected account; null if it does not exist, or no longer. */
  personId: z.nullable(z.int()),
  person: z.nullable(z.string()),
  /** The author, if not the account's owner. */
  actor: z.nullable(z.string()),
  /** A part of the network address: 24 bits of IPv4, 48 of IPv6. */
  network: z.nullable(z.string()),
  /** Browser and system, without versions. */
  browser: z.nullable(z.string()),
  /** How often it happened within 15 minutes. */
  times: z.int(),
});
export type SecurityEvent = z.infer<typeof SecurityEvent>;

export const list = operation({
  method: 'GET',
  path: '/platform/api/management/security-events',
  summary: 'Lists the security log of the last 90 days, by default the newest first.',
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
  summary: 'Returns an event of the security log.',
  access: 'organiser',
  params: z.object({ id: rowNumber }),
  answer: SecurityEvent,
});
