import * as z from 'zod/mini';
import { notEmpty, requiredText } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { newPassword } from './people.ts';

export const ForgotPassword = z.object({
  /**
   * The address is validated less strictly than at sign-up, so that unusual addresses work. The response
   * never reveals whether an account exists.
   */
  email: requiredText(254).check(z.regex(/^[^\s@]+@[^\s@]+$/, 'email.invalid')),
});

/** The current password is not trimmed before it is compared. */
export const ChangePassword = z.object({
  currentPassword: z.string('value.required').check(notEmpty, z.maxLength(200, 'value.tooLong')),
  password: newPassword,
  /** Whether to revoke personal tokens too, in case somebody else created one. */
  endTokens: z.optional(z.boolean('value.invalid')),
});

export const NewPassword = z.object({ password: newPassword });

/** The secret part of a mailed link: 32 random bytes. */
const link = z.object({ slug: z.string().check(z.regex(/^[\w-]{43}$/)) });

const messageAnswer = z.object({ 'hydra:message': z.string() });

export const forgot = operation({
  method: 'POST',
  path: '/global-challenge-forgot-password',
  summary:
    'Emails a password reset link if the address has an account. The response is the same in either case.',
  access: 'public',
  body: ForgotPassword,
  answer: z.object({ message: z.string() }),
});

export const resetLink = operation({
  method: 'GET',
  path: '/global-challenge-reset-password/:slug',
  summary:
    'Returns the email address that a password reset link was sent to; 404 if the link can no longer be used.',
  access: 'public',
  params: link,
  answer: z.extend(messageAnswer, {
    /** Whether the link is from an invitation. If so, the person chooses a first password. */
    isInvitation: z.boolean(),
    /** The address that the link was emailed to; whoever has the link already knows this address. */
    email: z.string(),
  }),
});

export const reset = operation({
  method: 'POST',
  path: '/global-challenge-reset-password/:slug',
  summary: 'Sets a new password with a mailed link and ends all the person’s sessions. The link works once.',
  access: 'public',
  params: link,
  body: NewPassword,
  answer: messageAnswer,
});

export const change = operation({
  method: 'POST',
  path: '/platform/api/person_infos/me/password',
  summary:
    'Changes the password of the signed-in person and ends all their other sessions. Requires the current password.',
  access: 'participant',
  body: ChangePassword,
  answer: messageAnswer,
});

/**
 * A GET request that changes state and is allowed from other sites, because mail programs open links that way. It can
 * only activate the account that the link was sent for.
 */
export const activate = operation({
  method: 'GET',
  path: '/global-challenge-activate/:slug',
  summary: 'Activates an account with a mailed link and redirects to the sign-in page. The link works once.',
  access: 'public',
  params: link,
});
