import type { Activity } from '../../contract/activities.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import type { Person } from '../people/person.ts';

export const activityCollection = '/platform/api/activities';

/** What likes and comments need of activities, which are above them; `server/composition.ts` hands it in. */
export interface Activities {
  /** The activity of a uuid, as `viewer` sees it. Throws 404 if there is none. */
  find(
    db: Db,
    uuid: string,
    viewer: Person,
  ): Promise<{ id: number; amount_of_likes: number; amount_of_comments: number }>;
  /** The same as the API shows it. */
  shown(db: Db, iris: Iris, uuid: string, viewer: Person): Promise<Omit<Activity, '@context'>>;
}
