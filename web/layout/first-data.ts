import type { QueryClient } from '@tanstack/react-query';
import { currentChallengeQuery } from '../challenges/queries.ts';
import { menuQuery } from '../menus/queries.ts';
import { meQuery } from '../people/queries.ts';

/**
 * Loads the data that the first screen of a signed-in person shows at once, so that the screen replaces its frame in one
 * step. Never rejects: the screen reports failures.
 */
export async function loadFirstData(
  client: QueryClient,
  { language, isDashboard }: { language: string; isDashboard: boolean },
): Promise<void> {
  await Promise.all([
    client.prefetchQuery(meQuery),
    client.prefetchQuery(menuQuery(language)),
    isDashboard && client.prefetchQuery(currentChallengeQuery),
  ]);
}
