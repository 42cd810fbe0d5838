import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import { listChanges, oneChange } from './changes.ts';

export const changeRoutes: Handlers<Context, typeof api.managedChanges> = {
  list: ({ db, iris, language }, { query }) => listChanges(db, iris, language, query),
  one: ({ db, iris, language }, { params }) => oneChange(db, iris, language, params.id),
};
