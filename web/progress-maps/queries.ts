import { queryOptions } from '@tanstack/react-query';
import * as progressMaps from '../../contract/progress-maps.ts';
import { call } from '../kit/call.ts';

/** A progress map. It is large and rarely changes, so it stays fresh for an hour. */
export const progressMapQuery = (id: number) =>
  queryOptions({
    queryKey: ['progress-maps', id],
    staleTime: 3_600_000,
    queryFn: () => call(progressMaps.one, { params: { id } }),
  });
