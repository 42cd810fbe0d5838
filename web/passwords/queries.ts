import { queryOptions } from '@tanstack/react-query';
import * as passwords from '../../contract/passwords.ts';
import { call } from '../kit/call.ts';

/** Whose password a mailed link is for; a failure with 404 where it cannot be used. Asked anew each time: it works once. */
export const resetLinkQuery = (slug: string) =>
  queryOptions({
    queryKey: ['passwords', 'link', slug],
    queryFn: () => call(passwords.resetLink, { params: { slug } }),
    staleTime: 0,
    gcTime: 0,
  });
