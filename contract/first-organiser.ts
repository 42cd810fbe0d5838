import * as z from 'zod/mini';
import { language, requiredText } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { email, newPassword } from './people.ts';

export const FirstOrganiser = z.object({
  givenName: requiredText(100),
  surname: requiredText(100),
  email,
  password: newPassword,
  language,
});

/** The secret part of the link that the server prints: 32 random bytes. */
const link = z.object({ slug: z.string().check(z.regex(/^[\w-]{43}$/)) });

export const firstOrganiserLink = operation({
  method: 'GET',
  path: '/platform/api/first_organiser/:slug',
  summary: 'Checks the printed link for the first organiser; 404 if the link can no longer be used.',
  access: 'public',
  params: link,
  status: 204,
});

export const makeFirstOrganiser = operation({
  method: 'POST',
  path: '/platform/api/first_organiser/:slug',
  summary:
    'Creates the account of the first organiser with the printed link, and signs them in. The link works once.',
  access: 'public',
  params: link,
  body: FirstOrganiser,
  status: 201,
  answer: z.object({ language }),
});
