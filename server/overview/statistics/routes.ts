import type { api } from '../../../contract/api.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../kit/mount.ts';
import { statistics } from './statistics.ts';

export const statisticsRoutes: Handlers<Context, typeof api.managedStatistics> = {
  one: ({ standby, iris, language, now }, { query }) =>
    statistics(standby, iris, query.challenge, language, now),
};
