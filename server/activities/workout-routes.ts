import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import { shownActivity } from './activity.ts';
import { chooseRecord, setCounts } from './matching/owner-choice.ts';
import { answerQuestion, listQuestions } from './matching/questions.ts';
import { separateRecord } from './matching/separation.ts';
import { listRecords } from './source-records/record-info.ts';

const asItIsNow = ({ db, iris, person }: Context, uuid: string) => shownActivity(db, iris, uuid, person);

export const workoutRoutes: Handlers<Context, typeof api.workouts> = {
  records: ({ db, iris, person }, { params }) => listRecords(db, iris, person, params.uuid),
  choose: async (context, { params, body }) => {
    await chooseRecord(context.db, context.person, params.uuid, body.record, context.now);
    return asItIsNow(context, params.uuid);
  },
  setCounts: async (context, { params, body }) => {
    await setCounts(context.db, context.person, params.uuid, body.counts, context.now);
    return asItIsNow(context, params.uuid);
  },
  separate: ({ db, person, now }, { params }) => separateRecord(db, person, params.uuid, now),
  questions: ({ db, iris, person }) => listQuestions(db, iris, person),
  answer: ({ db, person, now }, { params, body }) =>
    answerQuestion(db, person, params.uuid, body.isSame, now),
};
