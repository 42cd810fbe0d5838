import type { api } from '../../contract/api.ts';
import { mustBeWayIn, startLanguage } from '../configs/config.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import type { Queue } from '../kit/queue.ts';
import { endSession, startSession } from './session.ts';
import { type SignInLimits, signIn } from './sign-in.ts';

export const sessionRoutes = (
  queue: Queue,
  limits: SignInLimits,
): Handlers<Context, typeof api.sessions> => ({
  signIn: async ({ db, request }, { body }) => {
    await mustBeWayIn(db, 'password');
    const person = await signIn(db, queue, limits, body, request.ip);
    await startSession(request, person);
    return { language: await startLanguage(db, person.language) };
  },
  signOut: async ({ iris, request, reply }) => {
    await endSession(request);
    reply.redirect(iris.of('/'));
  },
});
