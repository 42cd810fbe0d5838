import type { Activity } from '../../contract/activities.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import type { Person } from '../people/person.ts';

export const activityCollection = '/platform/api/activities';

/** What likes and comments need from activities, which are in a higher layer; injected by `server/composition.ts`. */
export interface Activities {
  /** The activity with a uuid, as `viewer` sees it. Throws 404 if there is none. */
  find(
    db: Db,
    uuid: string,
    viewer: Person,
  ): Promise<{ id: number; amount_of_likes: number; amount_of_comments: number }>;
  /** The activity with a uuid, as the API shows it. */
  shown(db: Db, iris: Iris, uuid: string, viewer: Person): Promise<Omit<Activity, '@context'>>;
}
