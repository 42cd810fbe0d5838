import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import { decisionMails } from '../inbox/decision-mail.ts';
import { managedInbox, shownTo } from '../inbox/managed-inbox.ts';
import type { Handlers } from '../kit/mount.ts';
import type { Queue } from '../kit/queue.ts';
import { listManaged, oneManaged } from '../management/managed-resource.ts';
import { correctActivity, type Deciding, removeByOrganiser } from './activity-correction.ts';
import { decideAbout } from './inbox-decision.ts';
import { listManagedActivities, managedActivities } from './managed-activities.ts';

/** Who decides in a request. */
const decidingIn =
  (queue: Queue) =>
  async ({ db, iris, person, now, today }: Context): Promise<Deciding> => ({
    db,
    iris,
    personId: person.id,
    clock: { now, today },
    tell: await queue.enqueuer(decisionMails),
  });

export const activityManagement = (queue: Queue): Handlers<Context, typeof api.managedActivities> => {
  const deciding = decidingIn(queue);
  return {
    list: ({ db, iris }, { query }) => listManagedActivities(db, iris, query),
    one: ({ db, iris }, { params }) => oneManaged(db, iris, managedActivities(iris), params.id),
    replace: async (context, { params, body }) => correctActivity(await deciding(context), params.id, body),
    remove: async (context, { params, body }) => removeByOrganiser(await deciding(context), params.id, body),
  };
};

export const inboxManagement = (queue: Queue): Handlers<Context, typeof api.managedInbox> => {
  const deciding = decidingIn(queue);
  return {
    list: async ({ db, iris, person }, { query }) => {
      const page = await listManaged(db, iris, managedInbox(person), query);
      return { ...page, members: page.members.map((item) => shownTo(person, item)) };
    },
    one: async ({ db, iris, person }, { params }) =>
      shownTo(person, await oneManaged(db, iris, managedInbox(person), params.id)),
    decide: async (context, { params, body }) =>
      decideAbout(await deciding(context), context.person, params.id, body),
  };
};
