import { queryOptions } from '@tanstack/react-query';
import * as sports from '../../contract/sports.ts';
import { call } from '../kit/call.ts';

/** All sports, approved or not. */
export const sportsQuery = queryOptions({
  queryKey: ['sports'],
  queryFn: async () => (await call(sports.list, {}))['hydra:member'],
});
