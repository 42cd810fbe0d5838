import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import { listSports } from './sport.ts';

export const sportRoutes: Handlers<Context, typeof api.sports> = {
  list: async ({ db, iris }) => {
    const members = await listSports(db, iris);
    return { members, totalItems: members.length };
  },
};
