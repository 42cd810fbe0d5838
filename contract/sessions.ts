import * as z from 'zod/mini';
import { language, moment, notEmpty } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { collection, resource } from './kit/resource.ts';
import { nextSteps } from './second-factor.ts';

/** Passwords are compared without trimming. The limit of 200 characters keeps the cost of hashing low. */
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
   * `secondFactor` is `code` if the person must enter a code to complete the sign-in, and `enrol` if the person must
   * set up two-factor authentication before managing the platform.
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
  /** The browser and operating system, without versions; null if unknown. */
  browser: z.nullable(z.string()),
  startedAt: z.nullable(moment),
  /** When the session was last used, to the hour. */
  seenAt: z.nullable(moment),
  /** Whether this is the current session. */
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const list = operation({
  method: 'GET',
  path: '/platform/api/sessions',
  summary: 'Lists the sessions of the signed-in person, the current session first.',
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
  summary: 'Ends all your sessions except the current one.',
  access: 'participant',
  status: 204,
});
