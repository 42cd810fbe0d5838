import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '../../contract/kit/operation.ts';
import * as rankings from '../../contract/rankings.ts';
import { call } from '../kit/call.ts';

/** Which board: a period, a sport, a challenge, and how much of it. */
export type RankingInput = CallInput<typeof rankings.list>['query'];

/** A board; with `person` only that person's row, wherever it stands. */
export const rankingQuery = (query: RankingInput) =>
  queryOptions({
    queryKey: ['rankings', query],
    queryFn: () => call(rankings.list, { query }),
  });
