import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import type { Queue } from '../kit/queue.ts';
import { listManaged, oneManaged } from '../management/managed-resource.ts';
import { decideAbout } from './case-decision.ts';
import type { DecisionContext, DecisionEffects } from './decision-context.ts';
import { decisionMails } from './decision-mail.ts';
import { managedInbox, shownTo } from './managed-inbox.ts';

/** Returns the context of a decision, taken from a request. */
export const decisionContextFor =
  (queue: Queue) =>
  async ({ db, iris, person, now, today }: Context): Promise<DecisionContext> => ({
    db,
    iris,
    personId: person.id,
    clock: { now, today },
    notify: await queue.enqueuer(decisionMails),
  });

export const inboxManagement = (
  queue: Queue,
  effects: DecisionEffects,
): Handlers<Context, typeof api.managedInbox> => {
  const decisionContext = decisionContextFor(queue);
  return {
    list: async ({ db, iris, person }, { query }) => {
      const page = await listManaged(db, iris, managedInbox(person), query);
      return { ...page, members: page.members.map((item) => shownTo(person, item)) };
    },
    one: async ({ db, iris, person }, { params }) =>
      shownTo(person, await oneManaged(db, iris, managedInbox(person), params.id)),
    decide: async (context, { params, body }) =>
      decideAbout(await decisionContext(context), effects, context.person, params.id, body),
  };
};
