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
  summary: 'Mails a link for a new password, where the address has an account; the answer does not tell.',
  access: 'public',
  body: ForgotPassword,
  answer: z.object({ message: z.string() }),
});

export const resetLink = operation({
  method: 'GET',
  path: '/global-challenge-reset-password/:slug',
  summary: 'Whether a link for a new password can still be used, and whose it is; 404 where not.',
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
  summary: 'Sets a new password by a mailed link, once, and closes all sessions of the person.',
  access: 'public',
  params: link,
  body: NewPassword,
  answer: said,
});

export const change = operation({
  method: 'POST',
  path: '/platform/api/person_infos/me/password',
  summary: 'Changes the password of the signed-in person, who gives the one before; ends all other sessions.',
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
  summary: 'Activates an account by a mailed link, once, and leads to the sign-in page.',
  access: 'public',
  params: link,
});
