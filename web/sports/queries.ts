import { queryOptions } from '@tanstack/react-query';
import * as sports from '../../contract/sports.ts';
import { call } from '../kit/call.ts';

/** The sports that people can choose. */
export const sportsQuery = queryOptions({
  queryKey: ['sports'],
  queryFn: async () => (await call(sports.list, {}))['hydra:member'],
});
