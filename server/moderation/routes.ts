import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import { answerDecision, listOwnDecisions } from './own-decisions.ts';

export const decisionRoutes: Handlers<Context, typeof api.decisions> = {
  list: ({ db, iris, person }) => listOwnDecisions(db, iris, person),
  answer: ({ db, iris, person, now }, { params, body }) =>
    answerDecision(db, iris, person, params.uuid, body.answer, now),
};
