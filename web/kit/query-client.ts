import { QueryCache, QueryClient } from '@tanstack/react-query';
import { CallFailure } from './call.ts';

/** Key of the signed-in person in the cache; `people/queries.ts` uses it. */
export const meKey = ['people', 'me'] as const;

/** Data stays fresh for a minute, which avoids repeated calls between screens; a write invalidates what it changes. */
export function makeQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // The session ended: asks who is signed in, and the app then asks to sign in again.
        if (error instanceof CallFailure && error.sessionEnded && query.queryKey[1] !== 'me')
          client.invalidateQueries({ queryKey: meKey });
      },
    }),
    defaultOptions: {
      // Without a connection, a call fails immediately with a message instead of waiting to be sent later.
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
