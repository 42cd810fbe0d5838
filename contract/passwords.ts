import * as z from 'zod/mini';
import { notEmpty, requiredText } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { newPassword } from './people.ts';

export const ForgotPassword = z.object({
  /**
   * Less strict than at sign-up, so that unusual addresses work. The answer never reveals whether an account exists.
   */
  email: requiredText(254).check(z.regex(/^[^\s@]+@[^\s@]+$/, 'email.invalid')),
});

/** The current password is compared as typed. */
export const ChangePassword = z.object({
  currentPassword: z.string('value.required').check(notEmpty, z.maxLength(200, 'value.tooLong')),
  password: newPassword,
  /** Whether to revoke personal tokens as well, as somebody else may have created one. */
  endTokens: z.optional(z.boolean('value.invalid')),
});

export const NewPassword = z.object({ password: newPassword });

/** The secret part of a mailed link: 32 random bytes. */
const link = z.object({ slug: z.string().check(z.regex(/^[\w-]{43}$/)) });

const said = z.object({ 'hydra:message': z.string() });

export const forgot = operation({
  method: 'POST',
  path: '/global-challenge-forgot-password',
  summary: 'Mails a password reset link if the address has an account. The answer is the same either way.',
  access: 'public',
  body: ForgotPassword,
  answer: z.object({ message: z.string() }),
});

export const resetLink = operation({
  method: 'GET',
  path: '/global-challenge-reset-password/:slug',
  summary: 'Returns whose password reset link this is; 404 if it can no longer be used.',
  access: 'public',
  params: link,
  answer: z.extend(said, {
    /** Whether the link came with an invitation, to choose the first password. */
    isInvitation: z.boolean(),
    /** The address that the link was mailed to, which people with the link already know. */
    email: z.string(),
  }),
});

export const reset = operation({
  method: 'POST',
  path: '/global-challenge-reset-password/:slug',
  summary: 'Sets a new password with a mailed link, which works once, and ends all sessions of the person.',
  access: 'public',
  params: link,
  body: NewPassword,
  answer: said,
});

export const change = operation({
  method: 'POST',
  path: '/platform/api/person_infos/me/password',
  summary:
    'Changes the password of the signed-in person, who must give the current one. Ends all other sessions.',
  access: 'participant',
  body: ChangePassword,
  answer: said,
});

/**
 * A GET that changes state and is allowed from other sites, as mail programs open links that way. It can only activate
 * the account that the link was sent for.
 */
export const activate = operation({
  method: 'GET',
  path: '/global-challenge-activate/:slug',
  summary: 'Activates an account with a mailed link, which works once, and redirects to the sign-in page.',
  access: 'public',
  params: link,
});
