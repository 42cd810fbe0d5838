import type { api } from '../../../contract/api.ts';
import type { Context } from '../../context.ts';
import { visitOf } from '../../kit/client-info.ts';
import type { Handlers } from '../../kit/mount.ts';
import type { Queue } from '../../kit/queue.ts';
import { oneManaged } from '../../management/managed-resource.ts';
import { authorOf } from '../../management/managed-routes.ts';
import { decisionContextFor } from '../../moderation/managed-routes.ts';
import { correctActivity, removeByOrganiser } from './activity-correction.ts';
import { activitiesShownTo, isShownTo, lookUpActivities } from './activity-look-up.ts';
import { listManagedActivities } from './managed-activities.ts';

/** Returns an activity. Throws 404 if the organiser may not see it. */
const shownActivity = (context: Context, id: number) =>
  oneManaged(context.db, context.iris, activitiesShownTo(context.iris, authorOf(context)), id);

export const activityManagement = (queue: Queue): Handlers<Context, typeof api.managedActivities> => {
  const decisionContext = decisionContextFor(queue);
  return {
    list: (context, { query }) =>
      listManagedActivities(context.db, context.iris, isShownTo(authorOf(context)), query),
    one: (context, { params }) => shownActivity(context, params.id),
    replace: async (context, { params, body }) => {
      await shownActivity(context, params.id);
      return correctActivity(await decisionContext(context), params.id, body);
    },
    remove: async (context, { params, body }) => {
      await shownActivity(context, params.id);
      return removeByOrganiser(await decisionContext(context), params.id, body);
    },
    lookUp: (context, { body }) =>
      lookUpActivities(context.db, context.iris, body, authorOf(context), visitOf(context.request)),
  };
};
