import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import type { AttemptLimit } from '../kit/attempt-limit.ts';
import type { Handlers } from '../kit/mount.ts';
import type { Translate } from '../kit/problems.ts';
import type { Queue } from '../kit/queue.ts';
import { activateByLink } from './activation.ts';
import { type ForgotLimits, forgotPassword } from './forgot-password.ts';
import { linkForPassword, resetPassword } from './reset-password.ts';

/** What the calls for passwords need of the app. */
interface Means {
  queue: Queue;
  limits: ForgotLimits;
  /** Failed sign-ins of an account, which a new password makes up for. */
  signIns: AttemptLimit;
  translate: Translate;
}

export const passwordRoutes = ({
  queue,
  limits,
  signIns,
  translate,
}: Means): Handlers<Context, typeof api.passwords> => ({
  forgot: async ({ db, language, request }, { body }) => {
    await forgotPassword(db, queue, limits, body.email, request.ip);
    return { message: translate(language, 'passwords', 'forgot.done') };
  },
  resetLink: async ({ db, language, now }, { params }) => {
    const link = await linkForPassword(db, params.slug, now);
    const key = link.isInvitation ? 'invite.text' : 'reset.text';
    return { 'hydra:message': translate(language, 'passwords', key, { email: link.email }), ...link };
  },
  reset: async ({ db, language, now }, { params, body }) => {
    await resetPassword(db, signIns, params.slug, body.password, now);
    return { 'hydra:message': translate(language, 'passwords', 'reset.done') };
  },
  activate: async ({ db, iris, now, request, reply }, { params }) => {
    const activated = await activateByLink(db, params.slug, now, request.headers.accept);
    reply.redirect(iris.of(`/?activated=${activated ? 1 : 0}`));
  },
});
