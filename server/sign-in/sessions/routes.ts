import type { api } from '../../../contract/api.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/db.ts';
import { visitOf } from '../../kit/client-info.ts';
import type { Handlers } from '../../kit/mount.ts';
import type { Queue } from '../../kit/queue.ts';
import { logSecurityEvent } from '../../management/security-log/security-log.ts';
import { startLanguage } from '../../platform/settings/config.ts';
import { rememberLanguage } from '../../platform/settings/remembered-language.ts';
import type { SignInLimits } from '../attempt-limits/sign-in-limits.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeOwnSecondFactor,
  type SecondFactorDependencies,
  secondFactorState,
} from '../second-factor/second-factor.ts';
import { passSecondStep, signInOrRequireCode } from '../second-factor/second-step.ts';
import { passwordAccess, type Services } from './password-access.ts';
import { endSession, endSessionsOf, mustStillBeSignedIn, readSignedIn, renewSession } from './session.ts';
import { endOneSession, listSessions } from './session-list.ts';
import { signIn, signInVisitOf } from './sign-in.ts';

export const sessionRoutes = (
  queue: Queue,
  limits: SignInLimits,
  services: Services,
): Handlers<Context, typeof api.sessions> => ({
  signIn: async (context, { body }) => {
    const { db, iris, request } = context;
    const mustHaveAccess = await passwordAccess(db, services);
    const person = await signIn(db, queue, limits, body, signInVisitOf(request), context.now);
    await mustHaveAccess(person);
    const secondFactor = await signInOrRequireCode(context, person, 'password', iris.of('/'));
    return { language: await startLanguage(db, person.language), ...(secondFactor ? { secondFactor } : {}) };
  },
  signOut: async ({ iris, request, reply }) => {
    await endSession(request);
    reply.redirect(iris.of('/'));
  },
  list: ({ db, iris, person, request }) => listSessions(db, iris, person, request.session),
  end: ({ db, person, now, request }, { params }) =>
    db.transaction().execute(async (tx) => {
      await endOneSession(tx, person.id, params.uuid);
      const event = { kind: 'session-ended', detail: 'one', personId: person.id } as const;
      await logSecurityEvent(tx, event, visitOf(request), now);
    }),
  endOthers: async ({ db, person, now, request }) => {
    const signedIn = await db.transaction().execute(async (tx) => {
      await mustStillBeSignedIn(tx, request);
      await endSessionsOf(tx, person.id);
      const event = { kind: 'session-ended', detail: 'others', personId: person.id } as const;
      await logSecurityEvent(tx, event, visitOf(request), now);
      return readSignedIn(tx, person.id);
    });
    await renewSession(request, signedIn, now);
  },
});

export const secondFactorRoutes = (
  means: SecondFactorDependencies,
): Handlers<Context, typeof api.secondFactor> => ({
  state: ({ db, person }) => secondFactorState(db, person),
  begin: ({ db, person, now }, { body }) => beginSecondFactor(db, means, person, body.password, now),
  confirm: async ({ db, person, now, request }, { body }) => {
    const confirming = {
      person,
      visit: visitOf(request),
      now,
      mayConfirm: (tx: Db) => mustStillBeSignedIn(tx, request),
    };
    const { recoveryCodes, signedIn } = await confirmSecondFactor(db, means, confirming, body.code);
    await renewSession(request, signedIn, now);
    return { recoveryCodes };
  },
  remove: ({ db, person, now, request }, { body }) =>
    removeOwnSecondFactor(db, means, person, body, visitOf(request), now),
  step: async (context, { body }) => {
    const { db, iris, reply } = context;
    const { returnTo, ...person } = await passSecondStep(context, means, body.code);
    const language = await startLanguage(db, person.language);
    rememberLanguage(reply, iris, language);
    return { language, returnTo };
  },
});
