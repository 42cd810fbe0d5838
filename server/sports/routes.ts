import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import { authorOf, managedRoutes } from '../management/managed-routes.ts';
import { managedSports } from './managed-sports.ts';
import { listSports } from './sport.ts';
import { addUsualSports } from './usual-sports.ts';

export const sportRoutes: Handlers<Context, typeof api.sports> = {
  list: async ({ db, iris }) => {
    const members = await listSports(db, iris);
    return { members, totalItems: members.length };
  },
};

export const sportManagement: Handlers<Context, typeof api.managedSports> = {
  ...managedRoutes(managedSports),
  addUsual: (context, { body }) => addUsualSports(context.db, context.iris, body.names, authorOf(context)),
};
