import * as z from 'zod/mini';
import { iri, language, moment, notEmpty, requiredText, rowNumber } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { resource } from './kit/resource.ts';
import { roles } from './roles.ts';

/** An email address. Email cannot be delivered to addresses of more than 254 characters (RFC 5321, 4.5.3.1.3). */
export const email = requiredText(254).check(z.email('email.invalid'));

/** A new password: at least 10 characters, so that it is hard to guess; at most 200, to limit the cost of hashing. */
export const newPassword = z
  .string('value.required')
  .check(notEmpty, z.minLength(10, 'password.tooShort'), z.maxLength(200, 'value.tooLong'));

/**
 * How others see a person's name: in full, as a nickname, or not at all. The person's kilometres count in any
 * case.
 */
export const namesShown = ['full', 'nickname', 'none'] as const;
export type NameShown = (typeof namesShown)[number];

/**
 * A person as others see them next to an activity or a rank. A nickname is in `givenName`. For unnamed people, both
 * names are empty and the id is 0, so that nobody can tell which activities belong to the same person.
 */
export const PersonReference = resource(
  'Person',
  {
    id: z.int(),
    givenName: z.string(),
    surname: z.string(),
  },
  '/platform/api/person_infos/:id',
);
export type PersonReference = z.infer<typeof PersonReference>;

export const PersonInfo = resource('PersonInfo', {
  id: z.int(),
  /** The person's IRI, for query parameters and request bodies. */
  iri,
  givenName: z.string(),
  surname: z.string(),
  /** The person's all-time kilometres. */
  kilometers: z.number(),
  /** The person's rank by all-time kilometres; null for a person without kilometres. */
  place: z.nullable(z.int()),
  memberSince: moment,
  /** Only the call `me`, which returns the signed-in person, has the fields below. */
  email: z.optional(z.string()),
  language: z.optional(language),
  guestCode: z.optional(z.nullable(z.string())),
  nameShown: z.optional(z.enum(namesShown)),
  nickname: z.optional(z.nullable(z.string())),
  role: z.optional(z.enum(roles)),
  /** The number of the consent text that the person must still be asked about; null if there is none. */
  consentDue: z.optional(z.nullable(z.int())),
});
export type PersonInfo = z.infer<typeof PersonInfo>;

export const me = operation({
  method: 'GET',
  path: '/platform/api/person_infos/me',
  summary: 'Returns the signed-in person.',
  access: 'participant',
  answer: PersonInfo,
});

export const one = operation({
  method: 'GET',
  path: '/platform/api/person_infos/:id',
  summary: 'Returns the public profile of a person.',
  access: 'participant',
  params: z.object({ id: rowNumber }),
  answer: PersonInfo,
});
