import * as z from 'zod/mini';
import { language, moment, notEmpty } from './kit/fields.ts';
import { operation } from './kit/operation.ts';

/** A code from the authenticator app, or a recovery code; spaces and dashes are ignored. */
const code = z.string('value.required').check(z.trim(), notEmpty, z.maxLength(40, 'value.tooLong'));

/** The password; not required of people who can sign in only with an identity provider. */
const password = z.optional(z.string().check(z.maxLength(200, 'value.tooLong')));

export const SecondFactorCode = z.object({ code });
export const SecondFactorPassword = z.object({ password });
export const SecondFactorRemoval = z.object({ password, code });

export const state = operation({
  method: 'GET',
  path: '/platform/api/person_infos/me/second_factor',
  summary: 'Returns whether the signed-in person uses two-factor authentication.',
  access: 'participant',
  answer: z.object({
    /** When the person turned two-factor authentication on; null if it is off. */
    enrolledAt: z.nullable(moment),
    /** Whether the platform requires two-factor authentication for this person. */
    isDemanded: z.boolean(),
    hasPassword: z.boolean(),
    recoveryCodesLeft: z.int(),
  }),
});

export const begin = operation({
  method: 'POST',
  path: '/platform/api/person_infos/me/second_factor',
  summary:
    'Creates a secret for an authenticator app. Two-factor authentication is on once the person has confirmed the app’s first code.',
  access: 'participant',
  body: SecondFactorPassword,
  status: 201,
  answer: z.object({
    /** The secret in base 32, for typing it into the app. */
    secret: z.string(),
    /** The `otpauth://…` URL, for scanning as a QR code. */
    address: z.string(),
  }),
});

export const confirm = operation({
  method: 'POST',
  path: '/platform/api/person_infos/me/second_factor/confirm',
  summary:
    'Turns two-factor authentication on with the app’s first code, and ends all the person’s other sessions.',
  access: 'participant',
  body: SecondFactorCode,
  /** The recovery codes are returned only once. */
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const remove = operation({
  method: 'POST',
  path: '/platform/api/person_infos/me/second_factor/remove',
  summary: 'Turns two-factor authentication off. Requires the password and a code.',
  access: 'participant',
  body: SecondFactorRemoval,
  status: 204,
});

export const step = operation({
  method: 'POST',
  path: '/global-challenge-login/second-step',
  summary: 'Completes a sign-in with a code from the authenticator app or a recovery code.',
  access: 'public',
  body: SecondFactorCode,
  /** `returnTo` is the page that the person requested. */
  answer: z.object({ language, returnTo: z.string() }),
});

/** What is still required after the password: a code, or setting up two-factor authentication. */
export const nextSteps = ['code', 'enrol'] as const;
export type NextStep = (typeof nextSteps)[number];

/** The screens of the participants' app where people enter a code, or set up two-factor authentication. */
export const stepScreen = '/sign-in/second-step';
export const enrolmentScreen = '/my-profile/second-factor';
