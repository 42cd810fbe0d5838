import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import { listChanges, oneChange } from './changes.ts';

export const changeRoutes: Handlers<Context, typeof api.managedChanges> = {
  list: ({ db, iris }, { query }) => listChanges(db, iris, query),
  one: ({ db, iris }, { params }) => oneChange(db, iris, params.id),
};
