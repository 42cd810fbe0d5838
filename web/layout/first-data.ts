import type { QueryClient } from '@tanstack/react-query';
import { challengeByUriQuery, currentChallengeQuery } from '../challenges/queries.ts';
import { path, rankedChallenge } from '../kit/early-calls.ts';
import { menuQuery } from '../menus/queries.ts';
import { meQuery } from '../people/queries.ts';
import { complete, rankingQuery } from '../rankings/queries.ts';

/**
 * Loads the data that the first screen of a signed-in person shows at once. Never rejects: the screen repeats failed
 * calls and reports failures.
 */
export async function loadFirstData(client: QueryClient, language: string): Promise<void> {
  await client.prefetchQuery({ ...meQuery, retry: false });
  // If the session has ended, the other calls return what visitors get.
  if (!client.getQueryData(meQuery.queryKey)) return;
  await Promise.all([
    client.prefetchQuery({ ...menuQuery(language), retry: false }),
    path === '' && client.prefetchQuery({ ...currentChallengeQuery, retry: false }),
    rankedChallenge && loadRanking(client, rankedChallenge),
  ]);
}

async function loadRanking(client: QueryClient, uri: string): Promise<void> {
  const query = challengeByUriQuery(uri);
  await client.prefetchQuery({ ...query, retry: false });
  const challenge = client.getQueryData(query.queryKey);
  if (!challenge) return;
  const board = { of: 'people', periodType: 'challenge', challenge: challenge['@id'] } as const;
  await client.prefetchQuery({ ...rankingQuery(complete(board)), retry: false });
}
