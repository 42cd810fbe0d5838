import * as z from 'zod/mini';
import { language, notEmpty } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { nextSteps } from './second-factor.ts';

/** Passwords are compared as typed: not trimmed. 200 characters keep the cost of hashing bounded. */
const typedPassword = z.string('value.required').check(notEmpty, z.maxLength(200, 'value.tooLong'));

export const SignIn = z.object({
  username: z.string('value.required').check(z.trim(), notEmpty, z.maxLength(254, 'value.tooLong')),
  password: typedPassword,
});

export const signIn = operation({
  method: 'POST',
  path: '/global-challenge-login',
  summary: 'Signs a person in and starts a session.',
  access: 'public',
  body: SignIn,
  /** `secondFactor`: nobody is signed in before the `code`; or one has to `enrol` before looking after the platform. */
  answer: z.object({ language, secondFactor: z.optional(z.enum(nextSteps)) }),
});

export const signOut = operation({
  method: 'GET',
  path: '/logout',
  summary: 'Ends the session and leads to the sign-in page.',
  access: 'public',
  changesState: true,
});
