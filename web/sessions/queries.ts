import { queryOptions } from '@tanstack/react-query';
import * as secondFactor from '../../contract/second-factor.ts';
import { call } from '../kit/call.ts';

/** How it stands with one's own second factor. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => call(secondFactor.state, {}),
});
