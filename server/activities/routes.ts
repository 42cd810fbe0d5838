import type { Temporal } from 'temporal-polyfill';
import type { api } from '../../contract/api.ts';
import { challengeOfIri } from '../challenges/challenge.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/db.ts';
import type { Handlers } from '../kit/mount.ts';
import { personIdOfIri } from '../people/person.ts';
import { findActivity, toActivity } from './activity.ts';
import { listActivities, listActivitiesOfChallenge, listActivitiesOfPerson } from './activity-list.ts';
import { createActivity, removeActivity, replaceActivity, type Shown } from './entries/activity-entry.ts';
import { ownDays } from './own-days.ts';

/**
 * Called after an entry was added, changed or removed, because a service may have reported the same workout. `days` are
 * the old and the new day of the entry. Returns the uuid of the activity that the entry now belongs to, or undefined if
 * nothing changed.
 */
type AfterEntry = (
  db: Db,
  personId: number,
  uuid: string,
  days: string[],
  now: Temporal.Instant,
) => Promise<string | undefined>;

export const activityRoutes = (afterEntry: AfterEntry): Handlers<Context, typeof api.activities> => {
  const matched = async ({ db, iris, person, now }: Context, entry: Shown, days: string[]) => {
    const uuid = await afterEntry(db, person.id, entry.uuid, days, now);
    return uuid ? toActivity(iris, await findActivity(db, uuid, person), person) : entry;
  };
  return {
    list: ({ db, iris, person }, { query }) =>
      query.person
        ? listActivitiesOfPerson(db, iris, person, personIdOfIri(iris, query.person), query)
        : listActivities(db, iris, person, query),
    listOfChallenge: async ({ db, iris, person }, { query }) =>
      listActivitiesOfChallenge(db, iris, person, await challengeOfIri(db, iris, query.challenge), query),
    ownDays: async ({ db, iris, person, today }) => {
      const members = await ownDays(db, iris, person, today);
      return { members, totalItems: members.length };
    },
    one: async ({ db, iris, person }, { params }) =>
      toActivity(iris, await findActivity(db, params.uuid, person), person),
    create: async (context, { body }) => {
      const { db, iris, person, now, today } = context;
      const entry = await createActivity(db, iris, person, body, { now, today });
      return matched(context, entry, [entry.performedAt]);
    },
    replace: async (context, { params, body }) => {
      const { db, iris, person, now, today } = context;
      const { entry, dayBefore } = await replaceActivity(db, iris, person, params.uuid, body, { now, today });
      return matched(context, entry, [dayBefore, entry.performedAt]);
    },
    remove: async ({ db, person, now }, { params }) => {
      const day = await removeActivity(db, person, params.uuid, now);
      await afterEntry(db, person.id, params.uuid, [day], now);
    },
  };
};
