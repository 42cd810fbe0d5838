import type { api } from '../../contract/api.ts';
import type { Input } from '../../contract/kit/operation.ts';
import { challengeOfIri } from '../challenges/challenge.ts';
import type { CurrentChallenge } from '../challenges/current-challenge.ts';
import type { Context } from '../context.ts';
import { currentBudget, spend } from '../db/wait-budget.ts';
import { asksFresh } from '../kit/asks-fresh.ts';
import { type CachedResponses, forEachPerson, forEverybody } from '../kit/cached-responses.ts';
import { ConcurrencyLimiter } from '../kit/concurrency-limiter.ts';
import type { Handlers } from '../kit/mount.ts';
import { personIdOfIri, searchTermsOf } from '../people/person.ts';
import type { PersonReader } from '../people/person-info.ts';
import { mustBeOn } from '../platform/settings/config.ts';
import { type Board, findBoard, readBoard, searchBoard } from './leaderboard.ts';
import { readPlace, readTeamAhead } from './row-of-person.ts';
import { readTeamBoard, teamUuidOfIri } from './team-ranking.ts';

/**
 * A search reads the names of all people, which takes PostgreSQL about 20 ms with 100,000 people, and longer if many of
 * them match. So at most two searches run at a time, and up to forty wait, usually for less than a second.
 */
const searchTurns = new ConcurrencyLimiter(2, 40);

/** Runs a search when its turn comes. The wait counts as a wait for the database. */
function searchInTurn<Found>(search: () => Promise<Found>): Promise<Found> {
  const since = performance.now();
  return searchTurns.run(() => {
    spend(currentBudget(), since);
    return search();
  });
}

export function rankingRoutes(
  readPerson: PersonReader,
  currentChallenge: CurrentChallenge,
): Handlers<Context, typeof api.rankings> {
  const boardOf = async ({ db, iris, now, request }: Context, query: Query): Promise<Board> => {
    const challenge = query.challenge ? await challengeOfIri(db, iris, query.challenge) : undefined;
    return findBoard(now, () => currentChallenge(now, asksFresh(request)), { ...query, challenge });
  };
  return {
    list: async (context, { query }) => {
      const { iris } = context;
      const board = await boardOf(context, query);
      const { sport, limit, page } = query;
      if (query.person) {
        const place = { sport: sport ?? 'all', personId: personIdOfIri(iris, query.person) };
        const { members, ahead } = await readPlace(context, readPerson, board, place);
        return { ...shown(board), ahead, members, totalItems: members.length };
      }
      const terms = searchTermsOf(query.q ?? '');
      const rows = terms.length
        ? await searchInTurn(() => searchBoard(context, board, sport, terms, { page, limit }))
        : await readBoard(context, board, sport, { page, limit });
      return { ...shown(board), ahead: null, ...rows, position: { page, itemsPerPage: limit } };
    },
    listTeams: async (context, { query }) => {
      const { db, iris } = context;
      await mustBeOn(db, 'teamsEnabled');
      const board = await boardOf(context, query);
      const teamUuid = query.team ? teamUuidOfIri(iris, query.team) : undefined;
      const rows = await readTeamBoard(db, iris, board, query.sport, { limit: query.limit, teamUuid });
      const [own] = teamUuid ? rows.members : [];
      const ahead = own ? await readTeamAhead(db, iris, board, query.sport, own) : null;
      return { ...shown(board), ahead, ...rows };
    },
  };
}

/**
 * A board is the same for everybody, except for people who do not show their full name: they see their own
 * name on it.
 */
export const cachedBoards: CachedResponses<Context, typeof api.rankings> = {
  list: (context, query) => {
    if (query.q && !query.person) return undefined;
    return query.person || context.person.name_shown !== 'full' ? forEachPerson(context) : forEverybody();
  },
  listTeams: forEverybody,
};

type Query = Pick<
  Input<typeof api.rankings.listTeams>['query'],
  'periodType' | 'periodModifier' | 'challenge'
>;

const shown = ({ startsAt, endsAt }: Board) => ({ periodStartsAt: startsAt, periodEndsAt: endsAt });
