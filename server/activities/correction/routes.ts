import type { api } from '../../../contract/api.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../kit/mount.ts';
import type { Queue } from '../../kit/queue.ts';
import { oneManaged } from '../../management/managed-resource.ts';
import { decidingIn } from '../../moderation/managed-routes.ts';
import { correctActivity, removeByOrganiser } from './activity-correction.ts';
import { listManagedActivities, managedActivities } from './managed-activities.ts';

export const activityManagement = (queue: Queue): Handlers<Context, typeof api.managedActivities> => {
  const deciding = decidingIn(queue);
  return {
    list: ({ db, iris }, { query }) => listManagedActivities(db, iris, query),
    one: ({ db, iris }, { params }) => oneManaged(db, iris, managedActivities(iris), params.id),
    replace: async (context, { params, body }) => correctActivity(await deciding(context), params.id, body),
    remove: async (context, { params, body }) => removeByOrganiser(await deciding(context), params.id, body),
  };
};
