import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Like } from '../../../contract/likes.ts';
import { activityCollection, findActivity } from '../../activities/activity.ts';
import type { PageWanted } from '../../activities/activity-list.ts';
import { newestFirst, socialPage } from '../../activities/social-page.ts';
import type { Db } from '../../db/db.ts';
import type { Page } from '../../kit/hydra.ts';
import type { Iris } from '../../kit/iris.ts';
import { fullName, type NamedRow, type Person, personReference } from '../../people/person.ts';

type Row = NamedRow & { id: number; created_at: Temporal.Instant };

/** Who likes an activity, the latest first. Throws 404 where there is no such activity. */
export async function listLikes(
  db: Db,
  iris: Iris,
  viewer: Person,
  uuid: string,
  wanted: PageWanted,
): Promise<Page<Omit<Like, '@context'>>> {
  const activity = await findActivity(db, uuid, viewer);
  const { rows } = await sql<Row>`
    select activity_likes.id, person_id, activity_likes.created_at, shown_given_name, shown_surname
    from activity_likes join people on people.id = person_id
    where activity_id = ${activity.id} ${newestFirst(sql`activity_likes.id`, wanted)}`.execute(db);
  return socialPage(rows, activity.amount_of_likes, wanted, (row) => ({
    '@id': iris.of(`${activityCollection}/${uuid}/likes/${row.id}`),
    '@type': 'Like',
    personName: fullName(row, viewer),
    person: personReference(iris, row, viewer),
  }));
}
