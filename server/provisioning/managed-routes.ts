import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import { visitOf } from '../kit/client-info.ts';
import type { Handlers } from '../kit/mount.ts';
import type { Queue } from '../kit/queue.ts';
import { replaceManaged } from '../management/managed-resource.ts';
import { authorOf, managedRoutes } from '../management/managed-routes.ts';
import { taskEnqueuer } from '../management/tasks/task.ts';
import { mustStillBeSignedIn } from '../sign-in/sessions/session.ts';
import { changingGroups, managedGroups } from './managed-groups.ts';
import {
  listProvisioningTokens,
  makeProvisioningToken,
  revokeProvisioningToken,
} from './provisioning-token.ts';

export const provisioningManagement = (queue: Queue): Handlers<Context, typeof api.managedProvisioning> => {
  const { list, one } = managedRoutes(managedGroups);
  return {
    listTokens: ({ db, iris }) => listProvisioningTokens(db, iris),
    createToken: (context, { body }) =>
      makeProvisioningToken(
        context.db,
        context.iris,
        body.name,
        authorOf(context),
        visitOf(context.request),
        (tx) => mustStillBeSignedIn(tx, context.request),
      ),
    revokeToken: (context, { params }) =>
      revokeProvisioningToken(context.db, params.uuid, authorOf(context), visitOf(context.request)),
    listGroups: list,
    oneGroup: one,
    replaceGroup: async (context, { params, body }) =>
      replaceManaged(
        context.db,
        context.iris,
        changingGroups(await taskEnqueuer(queue), visitOf(context.request)),
        params.id,
        body,
        authorOf(context),
      ),
  };
};
