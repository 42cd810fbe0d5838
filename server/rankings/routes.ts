import type { api } from '../../contract/api.ts';
import type { Input } from '../../contract/kit/operation.ts';
import { challengeOfIri } from '../challenges/challenge.ts';
import type { Context } from '../context.ts';
import { type CachedResponses, forEachPerson, forEverybody, type Handlers } from '../kit/mount.ts';
import { personIdOfIri, searchTermsOf } from '../people/person.ts';
import { mustBeOn } from '../platform/settings/config.ts';
import { type Board, findBoard, readBoard, searchBoard } from './leaderboard.ts';
import { readPlace, readPlaceAhead, readTeamAhead } from './row-of-person.ts';
import { readTeamBoard, teamUuidOfIri } from './team-ranking.ts';

export const rankingRoutes: Handlers<Context, typeof api.rankings> = {
  list: async (context, { query }) => {
    const { db, iris, person } = context;
    const board = await boardOf(context, query);
    const { sport, limit, page } = query;
    if (query.person) {
      const boardSport = sport ?? 'all';
      const members = await readPlace(context, board, boardSport, personIdOfIri(iris, query.person));
      const [own] = members;
      const ahead = own ? await readPlaceAhead(context, board, boardSport, own) : null;
      return { ...shown(board), ahead, members, totalItems: members.length };
    }
    const terms = searchTermsOf(query.q ?? '');
    const rows = terms.length
      ? await searchBoard(db, iris, board, sport, terms, { page, limit }, person)
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

/**
 * A board is the same for everybody, except for people who do not show their full name: they see their own
 * name on it.
 */
export const cachedBoards: CachedResponses<Context, typeof api.rankings> = {
  list: (context, { query }) => {
    if (query.q) return undefined;
    return query.person || context.person.name_shown !== 'full' ? forEachPerson(context) : forEverybody();
  },
  listTeams: forEverybody,
};

type Query = Pick<
  Input<typeof api.rankings.listTeams>['query'],
  'periodType' | 'periodModifier' | 'challenge'
>;

async function boardOf({ db, iris, now }: Context, query: Query): Promise<Board> {
  const challenge = query.challenge ? await challengeOfIri(db, iris, query.challenge) : undefined;
  return findBoard(db, now, { ...query, challenge });
}

const shown = ({ startsAt, endsAt }: Board) => ({ periodStartsAt: startsAt, periodEndsAt: endsAt });
