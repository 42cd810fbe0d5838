import * as z from 'zod/mini';
import { moment, rowNumber } from '../kit/fields.ts';
import { listQuery } from '../kit/managed-resource.ts';
import { operation } from '../kit/operation.ts';
import { collection, resource } from '../kit/resource.ts';

/** The kinds of emails that the outbox lists; emails about connected accounts are not listed. */
export const mailKinds = [
  'activate',
  'reset-password',
  'password-changed',
  'invite',
  'decision',
  'anonymisation',
  'test',
] as const;

/**
 * `retrying`: failed, and will be retried. `filed`: written to a folder, because no mail server is configured.
 * `failed`: will not be retried. `needless`: not sent, because the email was no longer relevant.
 */
export const mailStates = ['waiting', 'retrying', 'sent', 'filed', 'failed', 'needless'] as const;

/** An email without its text, because the link in the text would open the person's account. */
export const Mail = resource('Mail', {
  id: z.int(),
  kind: z.enum(mailKinds),
  personId: z.int(),
  person: z.string(),
  /** The recipient's address. */
  address: z.string(),
  /** The subject; null before the first attempt to send the email. */
  subject: z.nullable(z.string()),
  state: z.enum(mailStates),
  askedAt: moment,
  /** When the email was sent or written to a folder, or turned out to be needless. */
  settledAt: z.nullable(moment),
  /** The number of failed attempts. */
  failedTries: z.int(),
  nextTryAt: z.nullable(moment),
  /** The mail server's response when it rejected the email. */
  problem: z.nullable(z.string()),
});
export type Mail = z.infer<typeof Mail>;

export const list = operation({
  method: 'GET',
  path: '/platform/api/management/mails',
  summary: 'Lists the emails of recent days, by default newest first.',
  access: 'organiser',
  query: listQuery(['askedAt', 'settledAt', 'kind', 'person', 'address', 'state'], {
    state: z.optional(z.enum(mailStates, 'value.invalid')),
    kind: z.optional(z.enum(mailKinds, 'value.invalid')),
  }),
  answer: collection(Mail, {}),
});

export const one = operation({
  method: 'GET',
  path: '/platform/api/management/mails/:id',
  summary: 'Returns an email and its state.',
  access: 'organiser',
  params: z.object({ id: rowNumber }),
  answer: Mail,
});

export const again = operation({
  method: 'POST',
  path: '/platform/api/management/mails/:id/again',
  summary: 'Sends a failed email again, as a new email; 409 if the email has not failed.',
  access: 'organiser',
  params: z.object({ id: rowNumber }),
  status: 204,
});

export const sendTest = operation({
  method: 'POST',
  path: '/platform/api/management/mails/test',
  summary: 'Sends a test email to the signed-in organiser; 429 after too many test emails.',
  access: 'organiser',
  status: 204,
});

export const setUp = operation({
  method: 'GET',
  path: '/platform/api/management/mails/set-up',
  summary: 'Returns how this platform sends emails.',
  access: 'organiser',
  answer: z.object({
    /** The mail server; null if emails are written to a folder on the platform’s server. */
    server: z.nullable(z.string()),
    sender: z.string(),
    /** For how many days the outbox keeps emails. */
    daysKept: z.int(),
  }),
});
