import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import type { Translate } from '../kit/problems.ts';
import { activateByLink } from './activation.ts';
import { type ForgotLimits, forgotPassword } from './forgot-password.ts';
import { linkForPassword, type PasswordMeans, resetPassword } from './reset-password.ts';

/** What the calls for passwords need of the app. */
interface Means extends PasswordMeans {
  limits: ForgotLimits;
  translate: Translate;
}

export const passwordRoutes = ({
  limits,
  translate,
  ...means
}: Means): Handlers<Context, typeof api.passwords> => ({
  forgot: async ({ db, language, request }, { body }) => {
    await forgotPassword(db, means.queue, limits, body.email, request.ip);
    return { message: translate(language, 'passwords', 'forgot.done') };
  },
  resetLink: async ({ db, language, now }, { params }) => {
    const link = await linkForPassword(db, params.slug, now);
    const key = link.isInvitation ? 'invite.text' : 'reset.text';
    return { 'hydra:message': translate(language, 'passwords', key, { email: link.email }), ...link };
  },
  reset: async ({ db, language, now }, { params, body }) => {
    const tokensEnded = await resetPassword(db, means, params.slug, body.password, now);
    const said = [translate(language, 'passwords', 'reset.done')];
    if (tokensEnded > 0) said.push(translate(language, 'passwords', 'tokensEnded', { count: tokensEnded }));
    return { 'hydra:message': said.join(' ') };
  },
  activate: async ({ db, iris, now, request, reply }, { params }) => {
    const activated = await activateByLink(db, params.slug, now, request.headers.accept);
    reply.redirect(iris.of(`/?activated=${activated ? 1 : 0}`));
  },
});
