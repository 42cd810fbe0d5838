import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import type { AttemptLimit } from '../kit/attempt-limit.ts';
import type { Handlers } from '../kit/mount.ts';
import type { Queue } from '../kit/queue.ts';
import { signUp } from './sign-up.ts';

export const accountRoutes = (
  queue: Queue,
  limit: AttemptLimit,
): Handlers<Context, typeof api.accounts> => ({
  signUp: async ({ db, iris, now, today, request }, { body }) => {
    const { id, isActive } = await signUp(db, queue, limit, body, request.ip, { now, today });
    const { password: _, ...shown } = body;
    const iri = iris.of(`/platform/api/sign_up_requests/${id}`);
    return { '@id': iri, '@type': 'SignUpRequest', ...shown, activated: isActive };
  },
});
