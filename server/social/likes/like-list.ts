import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Like } from '../../../contract/likes.ts';
import type { Db } from '../../db/db.ts';
import type { Page } from '../../kit/hydra.ts';
import type { Iris } from '../../kit/iris.ts';
import { fullName, type NamedRow, type Person, personReference } from '../../people/person.ts';
import { type Activities, activityCollection } from '../found-activity.ts';
import { newestFirst, type PageWanted, socialPage } from '../social-page.ts';

type Row = NamedRow & { id: number; created_at: Temporal.Instant };

/** Lists the people who like an activity, latest like first. Throws 404 if the activity does not exist. */
export async function listLikes(
  db: Db,
  iris: Iris,
  activities: Activities,
  viewer: Person,
  uuid: string,
  wanted: PageWanted,
): Promise<Page<Omit<Like, '@context'>>> {
  const activity = await activities.find(db, uuid, viewer);
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
