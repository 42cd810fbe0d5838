import type { QueryClient } from '@tanstack/react-query';
import { challengeByUriQuery, currentChallengeQuery } from '../challenges/queries.ts';
import { rankedChallenge, screen } from '../kit/early-calls.ts';
import { menuQuery } from '../menus/queries.ts';
import { meQuery } from '../people/queries.ts';
import { complete, rankingQuery } from '../rankings/queries.ts';

/**
 * Loads the data that the first screen of a signed-in person shows at once, so that the screen replaces its frame in one
 * step. Never rejects: the screen reports failures.
 */
export async function loadFirstData(client: QueryClient, language: string): Promise<void> {
  await Promise.all([
    client.prefetchQuery(meQuery),
    client.prefetchQuery(menuQuery(language)),
    screen === '' && client.prefetchQuery(currentChallengeQuery),
    rankedChallenge && loadRanking(client, rankedChallenge),
  ]);
}

async function loadRanking(client: QueryClient, uri: string): Promise<void> {
  const query = challengeByUriQuery(uri);
  await client.prefetchQuery(query);
  const challenge = client.getQueryData(query.queryKey);
  if (!challenge) return;
  const board = { of: 'people', periodType: 'challenge', challenge: challenge['@id'] } as const;
  await client.prefetchQuery(rankingQuery(complete(board)));
}
