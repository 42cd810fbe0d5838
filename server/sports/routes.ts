import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import { type CachedResponses, forEverybody } from '../kit/cached-responses.ts';
import type { Handlers } from '../kit/mount.ts';
import type { Queue } from '../kit/queue.ts';
import { authorOf, managedRoutes } from '../management/managed-routes.ts';
import { taskEnqueuer } from '../management/tasks/task.ts';
import { oneTask } from '../management/tasks/task-list.ts';
import {
  approveByRule,
  changeRule,
  listRules,
  listTypes,
  mapToSport,
  type SportChanges,
} from './managed-rules.ts';
import { managedSports } from './managed-sports.ts';
import { listSports } from './sport.ts';
import { addUsualSports } from './usual-sports.ts';

export const sportRoutes: Handlers<Context, typeof api.sports> = {
  list: async ({ db, iris }) => {
    const members = await listSports(db, iris);
    return { members, totalItems: members.length };
  },
};

export const cachedSports: CachedResponses<Context, typeof api.sports> = { list: forEverybody };

export const sportManagement: Handlers<Context, typeof api.managedSports> = {
  ...managedRoutes(managedSports),
  addUsual: (context, { body }) => addUsualSports(context.db, context.iris, body.names, authorOf(context)),
};

const asked = ({ db, iris, language }: Context, task: number) => oneTask(db, iris, language, task);

/** Returns the handlers for managing sport rules and the mapping of services' sport names. */
export const sportRuleManagement = (
  queue: Queue,
  changes: SportChanges,
): Handlers<Context, typeof api.managedSportRules> => ({
  list: ({ db, iris }, { params }) => listRules(db, iris, params.id),
  change: async (context, { params, body }) =>
    asked(
      context,
      await changeRule(context.db, changes, await taskEnqueuer(queue), params.id, body, authorOf(context)),
    ),
  approve: async (context, { params, body }) =>
    asked(
      context,
      await approveByRule(context.db, changes, await taskEnqueuer(queue), params.id, body, authorOf(context)),
    ),
  listTypes: ({ db, iris }, { query }) => listTypes(db, iris, query.sportId),
  mapType: async (context, { params, body }) =>
    asked(
      context,
      await mapToSport(context.db, changes, await taskEnqueuer(queue), params.id, body, authorOf(context)),
    ),
});
