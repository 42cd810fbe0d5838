import { type RawBuilder, sql } from 'kysely';
import type { Person } from '../people/person.ts';
import { isOn } from '../platform/settings/config.ts';

/** The numbers of likes and comments on an activity. */
export interface SocialCounts {
  amount_of_likes: number;
  liked_by_me: boolean;
  amount_of_comments: number;
}

/** The counts of an activity that has no likes and no comments. */
export const noSocialCounts: SocialCounts = { amount_of_likes: 0, liked_by_me: false, amount_of_comments: 0 };

/**
 * SQL for the numbers of likes and comments on the activity with this id. Likes and comments are not counted while they
 * are disabled.
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
