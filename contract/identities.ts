import * as z from 'zod/mini';
import { consentGiven } from './consents.ts';
import { language, locale, notEmpty, requiredText } from './kit/fields.ts';
import { operation } from './kit/operation.ts';

/** An identity provider that people can sign in with; opening `url` starts the sign-in. */
export const IdentityProvider = z.object({ label: z.string(), url: z.string() });
export type IdentityProvider = z.infer<typeof IdentityProvider>;

export const providers = operation({
  method: 'GET',
  path: '/gc/registration/identity/providers',
  summary:
    'Lists the identity providers that people can sign in with; empty if people can sign in only with a password.',
  access: 'public',
  query: z.object({ locale: z.optional(locale) }),
  answer: z.array(IdentityProvider),
});

const provider = z.object({ key: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)) });

export const start = operation({
  method: 'GET',
  path: '/gc/registration/identity/:key/start',
  summary: 'Redirects to an identity provider; `returnTo` is the page to open after signing in.',
  access: 'public',
  params: provider,
  // No page of the app has a longer path.
  query: z.object({ returnTo: z.optional(z.string().check(z.maxLength(2000, 'value.tooLong'))) }),
  changesState: true,
});

/** The identity provider redirects the browser here; `state` proves that this browser started the sign-in. */
export const callback = operation({
  method: 'GET',
  path: '/gc/registration/identity/:key/callback',
  summary: 'Handles the redirect back from an identity provider and redirects to the app.',
  access: 'public',
  params: provider,
});

/** Why a sign-in with an identity provider failed. */
export const identityFailures = [
  'cancelled',
  'expired',
  'unreachable',
  'failed',
  'unverified',
  'deactivated',
] as const;
export type IdentityFailure = (typeof identityFailures)[number];

/** The query parameter of the sign-in page that contains the failure reason. */
export const failureParameter = 'sign-in-failed';

export const waiting = operation({
  method: 'GET',
  path: '/gc/registration/identity/waiting',
  summary:
    'Returns the pending identity from a first sign-in with an identity provider, and what the person must do next.',
  access: 'public',
  answer: z.object({
    provider: z.string(),
    email: z.string(),
    givenName: z.string(),
    surname: z.string(),
    language,
    /**
     * What the person must do next. `password`: enter the password of the account with this address. `firstPassword`:
     * choose a first password with a mailed link, as invited people do. `guestCode`, `names`: enter the data for a new
     * account, with or without a guest code.
     */
    asks: z.enum(['password', 'firstPassword', 'guestCode', 'names']),
  }),
});

/** `returnTo` is the page to open after signing in, as a path of the app. */
const SignedIn = z.object({ language, returnTo: z.string() });

export const LinkIdentity = z.object({
  password: z.string('value.required').check(notEmpty, z.maxLength(200, 'value.tooLong')),
});

export const link = operation({
  method: 'POST',
  path: '/gc/registration/identity/link',
  summary:
    'Links the pending identity to the account with the same address, and signs the person in. Requires the account’s password.',
  access: 'public',
  body: LinkIdentity,
  answer: SignedIn,
});

/** The data for a new account if the person's email address is enough to sign up. */
export const SignUpByAddress = z.object({
  givenName: requiredText(100),
  surname: requiredText(100),
  language,
  consent: consentGiven,
});

/** The data for a new account if the person needs a guest code to sign up. */
export const SignUpByCode = z.extend(SignUpByAddress, { guestCode: requiredText(100) });

export const signUp = operation({
  method: 'POST',
  path: '/gc/registration/identity/sign_up',
  summary:
    'Creates an account for the pending identity, with a guest code if required, and signs the person in.',
  access: 'public',
  body: z.extend(SignUpByAddress, { guestCode: z.optional(z.string()) }),
  answer: SignedIn,
});
