import * as z from 'zod/mini';
import { language, requiredText } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { resource } from './kit/resource.ts';
import { email, newPassword } from './people.ts';

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

export const signUp = operation({
  method: 'POST',
  path: '/platform/api/sign_up_requests',
  summary: 'Makes an account with a guest code; it is active at once.',
  access: 'public',
  body: SignUp,
  status: 201,
  answer: SignUpRequest,
});
