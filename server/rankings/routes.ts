import type { api } from '../../contract/api.ts';
import type { Input } from '../../contract/kit/operation.ts';
import { challengeOfIri } from '../challenges/challenge.ts';
import { mustBeOn } from '../configs/config.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import { personIdOfIri } from '../people/person.ts';
import { readPlaceAhead, readTeamAhead } from './place-ahead.ts';
import { type Board, findBoard, readBoard, readPlace } from './ranking.ts';
import { readTeamBoard, teamUuidOfIri } from './team-ranking.ts';

export const rankingRoutes: Handlers<Context, typeof api.rankings> = {
  list: async (context, { query }) => {
    const { db, iris, person } = context;
    const board = await boardOf(context, query);
    const members = query.person
      ? await readPlace(db, iris, board, query.sport, personIdOfIri(iris, query.person), person)
      : await readBoard(db, iris, board, query.sport, query.limit, person);
    const [own] = query.person ? members : [];
    const ahead = own ? await readPlaceAhead(db, iris, board, query.sport, own, person) : null;
    return { ...shown(board), ahead, members, totalItems: members.length };
  },
  listTeams: async (context, { query }) => {
    const { db, iris } = context;
    await mustBeOn(db, 'teamsEnabled');
    const board = await boardOf(context, query);
    const teamUuid = query.team ? teamUuidOfIri(iris, query.team) : undefined;
    const members = await readTeamBoard(db, iris, board, query.sport, { limit: query.limit, teamUuid });
    const [own] = teamUuid ? members : [];
    const ahead = own ? await readTeamAhead(db, iris, board, query.sport, own) : null;
    return { ...shown(board), ahead, members, totalItems: members.length };
  },
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
