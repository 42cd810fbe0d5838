import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import { ownInfo, personInfo } from './person-info.ts';

export const peopleRoutes: Handlers<Context, typeof api.people> = {
  me: ({ db, iris, person }) => ownInfo(db, iris, person),
  one: ({ db, iris, person }, { params }) => personInfo(db, iris, params.id, person),
};
