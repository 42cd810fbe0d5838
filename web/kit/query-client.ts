import { QueryCache, QueryClient } from '@tanstack/react-query';
import { CallFailure } from './call.ts';

/** Key of the signed-in person in the cache; `people/queries.ts` reads under it. */
export const meKey = ['people', 'me'] as const;

/** A minute of freshness spares repeated calls between screens; a write invalidates what it changes. */
export function makeQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // The session ended in the middle of the work: ask who is signed in, and the app asks to sign in again.
        if (error instanceof CallFailure && error.sessionEnded && query.queryKey[1] !== 'me')
          client.invalidateQueries({ queryKey: meKey });
      },
    }),
    defaultOptions: {
      // A call without a connection fails at once and says so, rather than wait to be sent at some later time.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 60_000,
        retry: (count, error) => error instanceof CallFailure && error.status === 0 && count < 2,
      },
    },
  });
  return client;
}
