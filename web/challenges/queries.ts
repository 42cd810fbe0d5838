import { queryOptions } from '@tanstack/react-query';
import i18next from 'i18next';
import * as challenges from '../../contract/challenges.ts';
import { CallFailure, call } from '../kit/call.ts';

/** The current challenge, or else the next, or else the last; null if there are no challenges. */
export const currentChallengeQuery = queryOptions({
  queryKey: ['challenges', 'current'],
  queryFn: async () => {
    for (const operation of [challenges.current, challenges.next, challenges.previous]) {
      const challenge = await call(operation, {}).catch(unlessNotFound);
      if (challenge) return challenge;
    }
    return null;
  },
});

/** All challenges, latest start first. */
export const challengesQuery = queryOptions({
  queryKey: ['challenges', 'all'],
  queryFn: async () => (await call(challenges.list, { query: {} }))['hydra:member'],
});

/**
 * Returns the query for the challenge whose URL contains the given name. The query fails unless there is exactly one.
 */
export const challengeByUriQuery = (uri: string) =>
  queryOptions({
    queryKey: ['challenges', 'uri', uri],
    queryFn: async () => {
      const [challenge, ...others] = (await call(challenges.list, { query: { uri } }))['hydra:member'];
      if (challenge && others.length === 0) return challenge;
      await i18next.loadNamespaces('challenges');
      throw new CallFailure(404, i18next.t('challenges:notFound'));
    },
  });

/** Returns the query for the numbers of participants, sports, activities and kilometres of a challenge. */
export const challengeStatsQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['challenges', 'stats', uuid],
    queryFn: () => call(challenges.stats, { params: { uuid } }),
  });

/** The totals of all challenges. */
export const allChallengeStatsQuery = queryOptions({
  queryKey: ['challenges', 'stats', 'all'],
  queryFn: () => call(challenges.statsOfAll, {}),
});

export const challengeProgressQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['challenges', 'progress', uuid],
    queryFn: () => call(challenges.progress, { params: { uuid } }),
  });

function unlessNotFound(failure: unknown): undefined {
  if (failure instanceof CallFailure && failure.status === 404) return undefined;
  throw failure;
}
