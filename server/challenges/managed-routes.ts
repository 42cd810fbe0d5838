import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import type { Queue } from '../kit/queue.ts';
import { authorOf, managedRoutes } from '../management/managed-routes.ts';
import { taskEnqueuer } from '../management/tasks/task.ts';
import {
  archiveChallenge,
  type ChallengeBoards,
  challengesCounted,
  cloneChallenge,
  createChallenge,
  type ManagedChallenge,
  managedChallenges,
  stateAt,
} from './managed-challenges.ts';

const routes = managedRoutes(managedChallenges);

/** Returns the handlers for the calls with which organisers list, add, change and archive challenges. */
export const challengeManagement = (
  queue: Queue,
  boards: ChallengeBoards,
): Pick<
  Handlers<Context, typeof api.managedChallenges>,
  'list' | 'one' | 'create' | 'replace' | 'remove' | 'clone' | 'archive'
> => {
  const counting = async ({ person }: Context) =>
    managedRoutes(challengesCounted(boards, await taskEnqueuer(queue), person.id));
  return {
    list: async (context, input) => {
      const page = await routes.list(context, input);
      return { ...page, members: page.members.map((row) => shownChallenge(context, row)) };
    },
    one: async (context, input) => shownChallenge(context, await routes.one(context, input)),
    create: async (context, { body }) => {
      const { db, iris } = context;
      const ask = await taskEnqueuer(queue);
      return shownChallenge(context, await createChallenge(db, iris, boards, ask, body, authorOf(context)));
    },
    replace: async (context, input) =>
      shownChallenge(context, await (await counting(context)).replace(context, input)),
    remove: async (context, input) => (await counting(context)).remove(context, input),
    clone: async (context, { params, body }) => {
      const { db, iris } = context;
      const ask = await taskEnqueuer(queue);
      return shownChallenge(
        context,
        await cloneChallenge(db, iris, boards, ask, params.id, body, authorOf(context)),
      );
    },
    archive: async (context, { params, body }) => {
      const { db, iris } = context;
      return shownChallenge(
        context,
        await archiveChallenge(db, iris, params.id, body.archived, authorOf(context)),
      );
    },
  };
};

/** Converts a challenge to the form that the API returns, with its current state and with times as strings. */
export function shownChallenge<Row extends ManagedChallenge>({ now }: Pick<Context, 'now'>, row: Row) {
  return {
    ...row,
    state: stateAt(row, now),
    closesAt: row.closesAt.toString(),
    frozenAt: row.frozenAt?.toString() ?? null,
    archivedAt: row.archivedAt?.toString() ?? null,
    reopenedAt: row.reopenedAt?.toString() ?? null,
  };
}
