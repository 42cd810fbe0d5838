import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import { type CachedResponses, forEverybody } from '../kit/cached-responses.ts';
import type { Handlers } from '../kit/mount.ts';
import { notFound } from '../kit/problem-error.ts';
import {
  type ChallengeRow,
  currentChallenge,
  findShownChallenge,
  listChallenges,
  nextChallenge,
  previousChallenge,
  toChallenge,
} from './challenge.ts';
import { allChallengeStats, challengeProgress, challengeStats } from './challenge-totals.ts';

export const challengeRoutes: Handlers<Context, typeof api.challenges> = {
  list: async ({ db, iris, language, now }, { query }) => {
    const rows = await listChallenges(db, query.uri);
    return { members: rows.map((row) => toChallenge(iris, row, language, now)), totalItems: rows.length };
  },
  current: async (context) => shown(context, await currentChallenge(context.db, context.now)),
  previous: async (context) => shown(context, await previousChallenge(context.db, context.now)),
  next: async (context) => shown(context, await nextChallenge(context.db, context.now)),
  one: async (context, { params }) => shown(context, await findShownChallenge(context.db, params.uuid)),
  statsOfAll: ({ db, iris, now }) => allChallengeStats(db, iris, now),
  stats: async ({ db, iris }, { params }) =>
    challengeStats(db, iris, await findShownChallenge(db, params.uuid)),
  progress: async ({ db, iris }, { params }) =>
    challengeProgress(db, iris, await findShownChallenge(db, params.uuid)),
};

export const cachedChallenges: CachedResponses<Context, typeof api.challenges> = {
  list: { ofSettings: forEverybody },
  current: { ofSettings: forEverybody },
  previous: { ofSettings: forEverybody },
  next: { ofSettings: forEverybody },
  one: { ofSettings: forEverybody },
  statsOfAll: forEverybody,
  stats: forEverybody,
  progress: forEverybody,
};

function shown({ iris, language, now }: Context, row: ChallengeRow | undefined) {
  if (!row) throw notFound();
  return toChallenge(iris, row, language, now);
}
