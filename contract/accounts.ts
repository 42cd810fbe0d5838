import * as z from 'zod/mini';
import { consentGiven } from './consents.ts';
import { iri, language, requiredText } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { resource } from './kit/resource.ts';
import { email, namesShown, newPassword } from './people.ts';

export const SignUp = z.object({
  givenName: requiredText(100),
  surname: requiredText(100),
  email,
  guestCode: requiredText(100),
  password: newPassword,
  language,
  consent: consentGiven,
});

export const SignUpRequest = resource('SignUpRequest', {
  givenName: z.string(),
  surname: z.string(),
  email: z.string(),
  guestCode: z.string(),
  language,
  /** Whether the account is active; if false, the person must first follow a mailed link. */
  activated: z.boolean(),
});

export const signUp = operation({
  method: 'POST',
  path: '/platform/api/sign_up_requests',
  summary:
    'Creates an account with a guest code. The account is active immediately unless activation by email is required.',
  access: 'public',
  body: SignUp,
  status: 201,
  answer: SignUpRequest,
});

/** A nickname has 2 to 40 characters; 40 fit on one line of a board. An empty string removes the nickname. */
const nickname = z.string().check(
  z.trim(),
  z.refine((text) => text === '' || text.length >= 2, 'nickname.tooShort'),
  z.maxLength(40, 'nickname.tooLong'),
);

/** A person's changes to their profile; omitted fields stay unchanged. */
export const ModifyData = z
  .object({
    givenName: requiredText(100),
    surname: requiredText(100),
    language,
    nameShown: z.optional(z.enum(namesShown, 'nameShown.unknown')),
    nickname: z.optional(z.nullable(nickname)),
  })
  .check(
    z.refine(
      ({ nameShown, nickname: given }) => nameShown !== 'nickname' || given === undefined || Boolean(given),
      { path: ['nickname'], error: 'nickname.required' },
    ),
  );

export const ModifyDataRequest = resource('ModifyDataRequest', {
  givenName: z.string(),
  surname: z.string(),
  language,
  nameShown: z.enum(namesShown),
  nickname: z.nullable(z.string()),
});

export const modifyData = operation({
  method: 'POST',
  path: '/platform/api/modify_data_requests',
  summary: 'Updates the signed-in person’s data and how others see their name.',
  access: 'participant',
  body: ModifyData,
  status: 201,
  answer: ModifyDataRequest,
});

/** The profile's id or address, sent as a form or as JSON. */
export const DeleteAccount = z.object({ profileId: z.union([z.number(), iri], 'value.required') });

export const deleteAccount = operation({
  method: 'POST',
  path: '/gc/account/delete',
  summary:
    'Permanently deletes the account of the signed-in person. `profileId` must be the profile of this person.',
  access: 'participant',
  body: DeleteAccount,
  status: 204,
});

export const removeAccount = operation({
  method: 'GET',
  path: '/account/remove',
  summary: 'Redirects to the page where people delete their account.',
  access: 'public',
});

export const exportData = operation({
  method: 'GET',
  path: '/platform/api/person_infos/me/export',
  summary:
    'Exports everything that the signed-in person has entered, as a zip archive of JSON and CSV files.',
  access: 'participant',
});
