import * as z from 'zod/mini';
import { language, moment, notEmpty } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { collection, resource } from './kit/resource.ts';
import { nextSteps } from './second-factor.ts';

/** Passwords are compared as typed: not trimmed. 200 characters limit the cost of hashing. */
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
  /**
   * `secondFactor`: a `code` is needed to complete the sign-in, or the person must `enrol` before managing the
   * platform.
   */
  answer: z.object({ language, secondFactor: z.optional(z.enum(nextSteps)) }),
});

export const signOut = operation({
  method: 'GET',
  path: '/logout',
  summary: 'Ends the session and redirects to the sign-in page.',
  access: 'public',
  changesState: true,
});

/** A browser in which a person is signed in. */
export const Session = resource('Session', {
  uuid: z.uuid(),
  /** Browser and system, without versions; null if unknown. */
  browser: z.nullable(z.string()),
  startedAt: z.nullable(moment),
  /** To the hour. */
  seenAt: z.nullable(moment),
  /** Whether it is the current one. */
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const list = operation({
  method: 'GET',
  path: '/platform/api/sessions',
  summary: 'Lists the sessions of the signed-in person, this one first.',
  access: 'participant',
  answer: collection(Session, {}),
});

export const end = operation({
  method: 'DELETE',
  path: '/platform/api/sessions/:uuid',
  summary: 'Ends one of your own sessions.',
  access: 'participant',
  params: z.object({ uuid: z.uuid() }),
  status: 204,
});

export const endOthers = operation({
  method: 'POST',
  path: '/platform/api/sessions/end_others',
  summary: 'Ends all your sessions except this one.',
  access: 'participant',
  status: 204,
});
