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
  summary: 'The services that people may sign in by; none where they sign in by password only.',
  access: 'public',
  query: z.object({ locale: z.optional(locale) }),
  answer: z.array(IdentityProvider),
});

const provider = z.object({ key: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)) });

export const start = operation({
  method: 'GET',
  path: '/gc/registration/identity/:key/start',
  summary: 'Leads to a service to sign in there; `returnTo` is the page of ours to be at afterwards.',
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
  summary: 'Where a service sends people back to; leads on into the app.',
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
  summary: 'Who came from another service for the first time, and what is still asked of them.',
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
  summary: 'Links the waiting identity to the account with its address, by its password, and signs in.',
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
  summary: 'Makes an account of the waiting identity, with a guest code where one is asked, and signs in.',
  access: 'public',
  body: z.extend(SignUpByAddress, { guestCode: z.optional(z.string()) }),
  answer: SignedIn,
});
