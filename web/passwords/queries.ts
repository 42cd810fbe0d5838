import { queryOptions } from '@tanstack/react-query';
import * as passwords from '../../contract/passwords.ts';
import { call } from '../kit/call.ts';

/** Whether a mailed link for a new password can be used; a failure with 404 where not. */
export const resetLinkQuery = (slug: string) =>
  queryOptions({
    queryKey: ['passwords', 'link', slug],
    queryFn: () => call(passwords.resetLink, { params: { slug } }),
  });
