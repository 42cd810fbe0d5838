import type { api } from '../../../contract/api.ts';
import type { Language } from '../../../contract/kit/fields.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/db.ts';
import type { AttemptLimit } from '../../kit/attempt-limit.ts';
import { visitOf } from '../../kit/client-info.ts';
import type { Handlers } from '../../kit/mount.ts';
import type { Translate } from '../../kit/problems.ts';
import { mustStillBeSignedIn, renewSession } from '../sessions/session.ts';
import { activateByLink } from './activation.ts';
import { type ForgotLimits, forgotPassword } from './forgot-password.ts';
import { changePassword } from './password-change.ts';
import { linkForPassword, type PasswordDependencies, resetPassword } from './reset-password.ts';

/** The dependencies of the password routes. */
interface Means extends PasswordDependencies {
  limits: ForgotLimits;
  /** Limits how often a signed-in person may enter a wrong password. */
  proofs: AttemptLimit;
  translate: Translate;
}

export const passwordRoutes = ({
  limits,
  proofs,
  translate,
  ...means
}: Means): Handlers<Context, typeof api.passwords> => {
  /** Returns the success message, which mentions the number of revoked tokens if there were any. */
  const withTokens = (language: Language, done: string, count: number) =>
    [
      translate(language, 'passwords', done),
      ...(count > 0 ? [translate(language, 'passwords', 'tokensEnded', { count })] : []),
    ].join(' ');
  return {
    forgot: async ({ db, language, request }, { body }) => {
      await forgotPassword(db, means.queue, limits, body.email, request.ip);
      return { message: translate(language, 'passwords', 'forgot.done') };
    },
    resetLink: async ({ db, language, now }, { params }) => {
      const { isInvitation, recipient } = await linkForPassword(db, params.slug, now);
      const { email } = recipient;
      const key = isInvitation ? 'invite.text' : 'reset.text';
      return { 'hydra:message': translate(language, 'passwords', key, { email }), isInvitation, email };
    },
    reset: async ({ db, language, now, request }, { params, body }) => {
      const tokensEnded = await resetPassword(db, means, params.slug, body.password, visitOf(request), now);
      return { 'hydra:message': withTokens(language, 'reset.done', tokensEnded) };
    },
    change: async ({ db, language, person, now, request }, { body }) => {
      const changing = {
        person,
        visit: visitOf(request),
        now,
        mayChange: (tx: Db) => mustStillBeSignedIn(tx, request),
      };
      const { signedIn, tokensEnded } = await changePassword(db, means, proofs, changing, body);
      await renewSession(request, signedIn, now);
      return { 'hydra:message': withTokens(language, 'change.done', tokensEnded) };
    },
    activate: async ({ db, iris, now, request, reply }, { params }) => {
      const activated = await activateByLink(db, params.slug, now, request.headers.accept);
      reply.redirect(iris.of(`/?activated=${activated ? 1 : 0}`));
    },
  };
};
