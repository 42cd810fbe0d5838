import type { api } from '../../contract/api.ts';
import { findActivity, toActivity } from '../activities/activity.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import type { Queue } from '../kit/queue.ts';
import { authorOf } from '../management/managed-routes.ts';
import { taskAsker } from '../management/tasks/task.ts';
import { oneTask } from '../management/tasks/task-list.ts';
import { approveByRule, changeRule, listRules, listTypes, mapToSport } from './managed-rules.ts';
import { chooseRecord, setCounts } from './owner-choice.ts';
import { answerQuestion, listQuestions } from './questions.ts';
import { listRecords } from './record-info.ts';
import { separateRecord } from './separation.ts';

const asItIsNow = async ({ db, iris, person }: Context, uuid: string) =>
  toActivity(iris, await findActivity(db, uuid, person), person);

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

const asked = ({ db, iris, language }: Context, task: number) => oneTask(db, iris, language, task);

export const sportRuleManagement = (queue: Queue): Handlers<Context, typeof api.managedSportRules> => ({
  list: ({ db, iris }, { params }) => listRules(db, iris, params.id),
  change: async (context, { params, body }) =>
    asked(context, await changeRule(context.db, await taskAsker(queue), params.id, body, authorOf(context))),
  approve: async (context, { params, body }) =>
    asked(
      context,
      await approveByRule(context.db, await taskAsker(queue), params.id, body, authorOf(context)),
    ),
  listTypes: ({ db, iris }, { query }) => listTypes(db, iris, query.sportId),
  mapType: async (context, { params, body }) =>
    asked(context, await mapToSport(context.db, await taskAsker(queue), params.id, body, authorOf(context))),
});
