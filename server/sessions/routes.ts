import type { api } from '../../contract/api.ts';
import { mustBeWayIn, startLanguage } from '../configs/config.ts';
import { rememberLanguage } from '../configs/remembered-language.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import type { Queue } from '../kit/queue.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeOwnSecondFactor,
  type SecondFactorMeans,
  secondFactorState,
} from './second-factor.ts';
import { enter, passSecondStep } from './second-step.ts';
import { endSession, startSession } from './session.ts';
import { type SignInLimits, signIn, signInVisitOf } from './sign-in.ts';

export const sessionRoutes = (
  queue: Queue,
  limits: SignInLimits,
): Handlers<Context, typeof api.sessions> => ({
  signIn: async (context, { body }) => {
    const { db, iris, request } = context;
    await mustBeWayIn(db, 'password');
    const person = await signIn(db, queue, limits, body, signInVisitOf(request));
    const secondFactor = await enter(context, person, iris.of('/'));
    return { language: await startLanguage(db, person.language), ...(secondFactor ? { secondFactor } : {}) };
  },
  signOut: async ({ iris, request, reply }) => {
    await endSession(request);
    reply.redirect(iris.of('/'));
  },
});

export const secondFactorRoutes = (means: SecondFactorMeans): Handlers<Context, typeof api.secondFactor> => ({
  state: ({ db, person }) => secondFactorState(db, person),
  begin: ({ db, person, now }, { body }) => beginSecondFactor(db, means, person, body.password, now),
  confirm: async ({ db, person, now, request, reply }, { body }) => {
    const { recoveryCodes, signedIn } = await confirmSecondFactor(db, means, person, body.code, now);
    await startSession(request, reply, signedIn);
    return { recoveryCodes };
  },
  remove: ({ db, person, now }, { body }) => removeOwnSecondFactor(db, means, person, body, now),
  step: async (context, { body }) => {
    const { db, iris, reply } = context;
    const { returnTo, ...person } = await passSecondStep(context, means, body.code);
    const language = await startLanguage(db, person.language);
    rememberLanguage(reply, iris, language);
    return { language, returnTo };
  },
});
