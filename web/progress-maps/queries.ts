import { queryOptions } from '@tanstack/react-query';
import * as progressMaps from '../../contract/progress-maps.ts';
import { call } from '../kit/call.ts';

/** Returns the query for a progress map. The map stays fresh for an hour, because maps are large and rarely change. */
export const progressMapQuery = (id: number) =>
  queryOptions({
    queryKey: ['progress-maps', id],
    staleTime: 3_600_000,
    queryFn: () => call(progressMaps.one, { params: { id } }),
  });
