import type { api } from '../../contract/api.ts';
import { challengeOfIri } from '../challenges/challenge.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import { personIdOfIri } from '../people/person.ts';
import { findBoard, readBoard, readPlace } from './ranking.ts';

export const rankingRoutes: Handlers<Context, typeof api.rankings> = {
  list: async ({ db, iris, now, person }, { query }) => {
    const challenge = query.challenge ? await challengeOfIri(db, iris, query.challenge) : undefined;
    const board = await findBoard(db, now, { ...query, challenge });
    const members = query.person
      ? await readPlace(db, iris, board, query.sport, personIdOfIri(iris, query.person), person)
      : await readBoard(db, iris, board, query.sport, query.limit, person);
    return {
      members,
      totalItems: members.length,
      periodStartsAt: board.startsAt,
      periodEndsAt: board.endsAt,
    };
  },
};
