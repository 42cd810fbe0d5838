import { type RawBuilder, sql } from 'kysely';
import { isOn } from '../platform/settings/config.ts';

/** The numbers of likes and comments on an activity. */
export interface SocialCounts {
  amount_of_likes: number;
  liked_by_me: boolean;
  amount_of_comments: number;
}

/**
 * Returns SQL for the numbers of likes and comments on the activity with this id, as the person with `viewerId` sees
 * them. Likes and comments are not counted while they are disabled.
 */
export const socialCounts = (id: RawBuilder<unknown>, viewerId: RawBuilder<number>) => ({
  amount_of_likes: sql<number>`case when ${isOn('likesEnabled')} then (
    select count(*)::int from activity_likes where activity_id = ${id}
  ) else 0 end`,
  liked_by_me: sql<boolean>`${isOn('likesEnabled')} and exists (
    select from activity_likes where activity_id = ${id} and activity_likes.person_id = ${viewerId}
  )`,
  amount_of_comments: sql<number>`case when ${isOn('commentsEnabled')} then (
    select count(*)::int from activity_comments where activity_id = ${id}
  ) else 0 end`,
});
