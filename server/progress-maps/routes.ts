import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import { progressMap } from './progress-map.ts';

export const progressMapRoutes: Handlers<Context, typeof api.progressMaps> = {
  one: ({ db, iris }, { params }) => progressMap(db, iris, params.id),
};
