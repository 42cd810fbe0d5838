import type { api } from '../../contract/api.ts';
import { challengeOfIri } from '../challenges/challenge.ts';
import type { Context } from '../context.ts';
import { type CachedResponses, forEachPerson, type SharedAnswer } from '../kit/cached-responses.ts';
import type { Page } from '../kit/hydra.ts';
import type { Handlers } from '../kit/mount.ts';
import { personIdOfIri } from '../people/person.ts';
import { findActivity, toActivity } from './activity.ts';
import {
  listActivities,
  listActivitiesOfChallenge,
  listActivitiesOfPerson,
  peopleOfActivities,
} from './activity-list.ts';
import { createActivity, removeActivity, replaceActivity } from './entries/activity-entry.ts';
import type { EntryGroups } from './entries/entry-groups.ts';
import { ownDays } from './own-days.ts';

export const activityRoutes = (groups: EntryGroups): Handlers<Context, typeof api.activities> => ({
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
  create: ({ db, iris, person, now, today, keeper }, { body }) =>
    createActivity(db, groups, iris, person, body, { now, today }, keeper),
  replace: ({ db, iris, person, now, today }, { params, body }) =>
    replaceActivity(db, iris, person, params.uuid, body, { now, today }),
  remove: ({ db, person, now }, { params }) => removeActivity(db, person, params.uuid, now),
});

/**
 * Describes a response that is the same for everybody except the owners of the activities and the people who like one
 * of them.
 */
const forEverybodyExceptOwners = ({ db, person }: Context): SharedAnswer => ({
  personId: person.id,
  exceptions: (result: Page<{ uuid: string }>) =>
    peopleOfActivities(
      db,
      result.members.map(({ uuid }) => uuid),
    ),
});

export const cachedActivities: CachedResponses<Context, typeof api.activities> = {
  list: (context, query) => (query.person ? forEachPerson(context) : forEverybodyExceptOwners(context)),
  listOfChallenge: forEverybodyExceptOwners,
};
