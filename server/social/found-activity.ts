import type { Activity } from '../../contract/activities.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import type { Person } from '../people/person.ts';

export const activityCollection = '/platform/api/activities';

/**
 * The activity functions that likes and comments need. Injected by `server/composition.ts`, because activities belong
 * to a higher layer.
 */
export interface Activities {
  /** Returns the activity with this uuid. Throws 404 if the activity does not exist or is hidden from `viewer`. */
  find(
    db: Db,
    uuid: string,
    viewer: Person,
  ): Promise<{ id: number; amount_of_likes: number; amount_of_comments: number }>;
  /** Returns the activity with this uuid, as the API shows it to `viewer`. */
  shown(db: Db, iris: Iris, uuid: string, viewer: Person): Promise<Omit<Activity, '@context'>>;
}
