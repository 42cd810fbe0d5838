import * as z from 'zod/mini';
import { consentGiven } from './consents.ts';
import { language, locale, notEmpty, requiredText } from './kit/fields.ts';
import { operation } from './kit/operation.ts';

/** A service that people may sign in by; `url` starts the sign-in. */
export const IdentityProvider = z.object({ label: z.string(), url: z.string() });
export type IdentityProvider = z.infer<typeof IdentityProvider>;

export const providers = operation({
  method: 'GET',
  path: '/gc/registration/identity/providers',
  summary: 'Lists the services that people can sign in with; empty if only passwords are used.',
  access: 'public',
  query: z.object({ locale: z.optional(locale) }),
  answer: z.array(IdentityProvider),
});

const provider = z.object({ key: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)) });

export const start = operation({
  method: 'GET',
  path: '/gc/registration/identity/:key/start',
  summary: 'Redirects to a service for sign-in; `returnTo` is the page to open afterwards.',
  access: 'public',
  params: provider,
  // No page of ours has a longer address.
  query: z.object({ returnTo: z.optional(z.string().check(z.maxLength(2000, 'value.tooLong'))) }),
  changesState: true,
});

/** Called by the service's own site; `state` proves that this browser started the sign-in. */
export const callback = operation({
  method: 'GET',
  path: '/gc/registration/identity/:key/callback',
  summary: 'Handles the return from a sign-in service and redirects to the app.',
  access: 'public',
  params: provider,
});

/** Why signing in by another service failed. */
export const identityFailures = [
  'cancelled',
  'expired',
  'unreachable',
  'failed',
  'unverified',
  'deactivated',
] as const;
export type IdentityFailure = (typeof identityFailures)[number];

/** The query parameter of the sign-in page that holds the reason. */
export const failureWord = 'sign-in-failed';

export const waiting = operation({
  method: 'GET',
  path: '/gc/registration/identity/waiting',
  summary:
    'Returns the identity of a first sign-in with another service, and what is still needed from the person.',
  access: 'public',
  answer: z.object({
    provider: z.string(),
    email: z.string(),
    givenName: z.string(),
    surname: z.string(),
    language,
    /**
     * What is still missing: the password of the account with this address; a first password by a mailed link, for
     * invited people; or the data for a new account, with or without a guest code.
     */
    asks: z.enum(['password', 'firstPassword', 'guestCode', 'names']),
  }),
});

/** The page after signing in: a path of the app. */
const SignedIn = z.object({ language, returnTo: z.string() });

export const LinkIdentity = z.object({
  password: z.string('value.required').check(notEmpty, z.maxLength(200, 'value.tooLong')),
});

export const link = operation({
  method: 'POST',
  path: '/gc/registration/identity/link',
  summary:
    'Links the pending identity to the account with the same address, given its password, and signs in.',
  access: 'public',
  body: LinkIdentity,
  answer: SignedIn,
});

/** The data for an account of somebody whose address is enough to sign up. */
export const SignUpByAddress = z.object({
  givenName: requiredText(100),
  surname: requiredText(100),
  language,
  consent: consentGiven,
});

/** The data for an account of anybody else. */
export const SignUpByCode = z.extend(SignUpByAddress, { guestCode: requiredText(100) });

export const signUp = operation({
  method: 'POST',
  path: '/gc/registration/identity/sign_up',
  summary: 'Creates an account for the pending identity, with a guest code if required, and signs in.',
  access: 'public',
  body: z.extend(SignUpByAddress, { guestCode: z.optional(z.string()) }),
  answer: SignedIn,
});
