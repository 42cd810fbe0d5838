import { queryOptions } from '@tanstack/react-query';
import * as passwords from '../../contract/passwords.ts';
import { call } from '../kit/call.ts';

/**
 * Returns the query for the person for whom a mailed link sets a password. The query fails with 404 if the link cannot
 * be used. It is always refetched, because the link works only once.
 */
export const resetLinkQuery = (slug: string) =>
  queryOptions({
    queryKey: ['passwords', 'link', slug],
    queryFn: () => call(passwords.resetLink, { params: { slug } }),
    staleTime: 0,
    gcTime: 0,
  });
