import type { api } from '../../contract/api.ts';
import { challengeOfIri } from '../challenges/challenge.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import { personIdOfIri } from '../people/person.ts';
import { findActivity, toActivity } from './activity.ts';
import { createActivity, removeActivity, replaceActivity } from './activity-entry.ts';
import { listActivities, listActivitiesOfChallenge, listActivitiesOfPerson } from './activity-list.ts';

export const activityRoutes: Handlers<Context, typeof api.activities> = {
  list: ({ db, iris }, { query }) =>
    query.person
      ? listActivitiesOfPerson(db, iris, personIdOfIri(iris, query.person), query)
      : listActivities(db, iris, query),
  listOfChallenge: async ({ db, iris }, { query }) =>
    listActivitiesOfChallenge(db, iris, await challengeOfIri(db, iris, query.challenge), query),
  one: async ({ db, iris }, { params }) => toActivity(iris, await findActivity(db, params.uuid)),
  create: ({ db, iris, person, now, today }, { body }) =>
    createActivity(db, iris, person, body, { now, today }),
  replace: ({ db, iris, person, now, today }, { params, body }) =>
    replaceActivity(db, iris, person, params.uuid, body, { now, today }),
  remove: ({ db, person, now }, { params }) => removeActivity(db, person, params.uuid, now),
};
