import type { api } from '../../../contract/api.ts';
import type { Context } from '../../context.ts';
import { visitOf } from '../../kit/client-info.ts';
import type { Handlers } from '../../kit/mount.ts';
import type { Queue } from '../../kit/queue.ts';
import { logSecurityEvent } from '../../management/security-log/security-log.ts';
import { mustAllowSignInMethod, startLanguage } from '../../platform/settings/config.ts';
import { rememberLanguage } from '../../platform/settings/remembered-language.ts';
import { createFirstOrganiser, mustOpenFirstOrganiser } from '../first-organiser/first-organiser.ts';
import { startSession } from '../sessions/session.ts';
import { type SignUpLimits, signUp } from './sign-up.ts';

/** Returns the handlers for creating an account, by signing up or as the first organiser. */
export const signUpRoutes = (
  queue: Queue,
  limits: SignUpLimits,
): Pick<Handlers<Context, typeof api.accounts>, 'signUp' | 'firstOrganiserLink' | 'makeFirstOrganiser'> => ({
  signUp: async ({ db, iris, now, today, request }, { body }) => {
    await mustAllowSignInMethod(db, 'password');
    const { id, isActive } = await signUp(db, queue, limits, body, request.ip, { now, today });
    const { password: _, consent: __, ...shown } = body;
    const iri = iris.of(`/platform/api/sign_up_requests/${id}`);
    return { '@id': iri, '@type': 'SignUpRequest', ...shown, activated: isActive };
  },
  firstOrganiserLink: ({ db, now }, { params }) => mustOpenFirstOrganiser(db, params.slug, now),
  makeFirstOrganiser: async ({ db, iris, now, request, reply }, { params, body }) => {
    const person = await createFirstOrganiser(db, params.slug, body, now);
    await startSession(request, person, now);
    const event = { kind: 'signed-in', detail: 'link', personId: person.id } as const;
    await logSecurityEvent(db, event, visitOf(request), now);
    const language = await startLanguage(db, person.language);
    rememberLanguage(reply, iris, language);
    return { language };
  },
});
