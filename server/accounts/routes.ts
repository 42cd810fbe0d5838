import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import type { AttemptLimit } from '../kit/attempt-limit.ts';
import type { Handlers } from '../kit/mount.ts';
import { signUp } from './sign-up.ts';

export const accountRoutes = (limit: AttemptLimit): Handlers<Context, typeof api.accounts> => ({
  signUp: async ({ db, iris, now, today, request }, { body }) => {
    const id = await signUp(db, limit, body, request.ip, { now, today });
    const { password: _, ...shown } = body;
    return { '@id': iris.of(`/platform/api/sign_up_requests/${id}`), '@type': 'SignUpRequest', ...shown };
  },
});
