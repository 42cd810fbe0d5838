import { type RawBuilder, sql } from 'kysely';
import type { Person } from '../people/person.ts';
import { isOn } from '../platform/settings/config.ts';

/** What people say about an activity, in numbers. */
export interface SocialCounts {
  amount_of_likes: number;
  liked_by_me: boolean;
  amount_of_comments: number;
}

/** Nobody has said anything yet. */
export const noSocialCounts: SocialCounts = { amount_of_likes: 0, liked_by_me: false, amount_of_comments: 0 };

/**
 * The numbers of the activity with this id, as columns of the query that reads it. While a feature is off, its
 * rows are not even looked at.
 */
export const socialCounts = (id: RawBuilder<unknown>, viewer: Person) => ({
  amount_of_likes: sql<number>`case when ${isOn('likesEnabled')} then (
    select count(*)::int from activity_likes where activity_id = ${id}
  ) else 0 end`,
  liked_by_me: sql<boolean>`${isOn('likesEnabled')} and exists (
    select from activity_likes where activity_id = ${id} and person_id = ${viewer.id}
  )`,
  amount_of_comments: sql<number>`case when ${isOn('commentsEnabled')} then (
    select count(*)::int from activity_comments where activity_id = ${id}
  ) else 0 end`,
});
