import * as z from 'zod/mini';
import { iri, language, moment, notEmpty, requiredText, rowNumber } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { resource } from './kit/resource.ts';

/** 254 is the longest address that mail can be delivered to (RFC 5321, 4.5.3.1.3). */
const email = requiredText(254).check(z.email('email.invalid'));

/** Short ones are guessed; 200 characters keep the cost of hashing bounded. */
export const newPassword = z
  .string('value.required')
  .check(notEmpty, z.minLength(10, 'password.tooShort'), z.maxLength(200, 'value.tooLong'));

export const SignUp = z.object({
  givenName: requiredText(100),
  surname: requiredText(100),
  email,
  guestCode: requiredText(100),
  password: newPassword,
  language,
});

export const SignUpRequest = resource('SignUpRequest', {
  givenName: z.string(),
  surname: z.string(),
  email: z.string(),
  guestCode: z.string(),
  language,
});

/** A person as others see them beside an activity or a place. */
export const PersonReference = resource('Person', {
  id: z.int(),
  givenName: z.string(),
  surname: z.string(),
});
export type PersonReference = z.infer<typeof PersonReference>;

export const PersonInfo = resource('PersonInfo', {
  id: z.int(),
  /** Names the person in queries and forms. */
  iri,
  givenName: z.string(),
  surname: z.string(),
  /** Kilometres of all time. */
  kilometers: z.number(),
  /** Place by kilometres of all time; none before the first ones. */
  place: z.nullable(z.int()),
  memberSince: moment,
  /** The next three are told to the person only. */
  email: z.optional(z.string()),
  language: z.optional(language),
  guestCode: z.optional(z.nullable(z.string())),
});
export type PersonInfo = z.infer<typeof PersonInfo>;

export const signUp = operation({
  method: 'POST',
  path: '/platform/api/sign_up_requests',
  summary: 'Makes an account with a guest code; it is active at once.',
  access: 'public',
  body: SignUp,
  status: 201,
  answer: SignUpRequest,
});

export const me = operation({
  method: 'GET',
  path: '/platform/api/person_infos/me',
  summary: 'The signed-in person.',
  access: 'participant',
  answer: PersonInfo,
});

export const one = operation({
  method: 'GET',
  path: '/platform/api/person_infos/:id',
  summary: 'What others may see of a person.',
  access: 'participant',
  params: z.object({ id: rowNumber }),
  answer: PersonInfo,
});
