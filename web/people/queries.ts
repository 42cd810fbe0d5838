import { queryOptions } from '@tanstack/react-query';
import * as people from '../../contract/people.ts';
import { CallFailure, call } from '../kit/call.ts';
import { session } from '../kit/page.ts';
import { meKey } from '../kit/query-client.ts';

/** The signed-in person, or null if nobody is signed in. */
export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: (): Promise<people.PersonInfo | null> =>
    call(people.me, {}).catch((failure) => {
      if (failure instanceof CallFailure && failure.status === 401) return null;
      throw failure;
    }),
  // Without a session, nobody is signed in, so no call is needed.
  initialData: session === 'signed-out' ? null : undefined,
});

/** Returns the query for a person's public profile. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', 'one', id],
    queryFn: () => call(people.one, { params: { id } }),
  });
