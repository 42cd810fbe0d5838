import { QueryCache, QueryClient } from '@tanstack/react-query';
import { CallFailure } from './call.ts';

/** The key of the signed-in person in the cache, used by `people/queries.ts`. */
export const meKey = ['people', 'me'] as const;

/** Creates the query cache. Data stays fresh for a minute, so that screens do not repeat each other's calls. */
export function makeQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // If the session has ended, this refetches the signed-in person, and the app then asks the person to
        // sign in again.
        if (error instanceof CallFailure && error.sessionEnded && query.queryKey[1] !== 'me')
          client.invalidateQueries({ queryKey: meKey });
      },
    }),
    defaultOptions: {
      // Without a connection, a call fails immediately with a message; it is not queued for later.
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
