import { sql } from 'kysely';
import type { Activity } from '../../contract/activities.ts';
import { timeOf } from '../../contract/kilometres.ts';
import type { Language } from '../../contract/kit/fields.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import { notFound } from '../kit/problem-error.ts';
import { type NamedRow, type Person, personReference } from '../people/person.ts';
import { labelsOfSport, sportCollection } from '../sports/sport.ts';
import { type SocialCounts, socialCounts } from './social-counts.ts';

export const activityCollection = '/platform/api/activities';

/** Activities with what is shown beside them to `viewer`. */
export function activitiesWithNames(db: Db, viewer: Person) {
  const counts = socialCounts(sql.ref('activities.id'), viewer);
  return db
    .selectFrom('activities')
    .innerJoin('people', 'people.id', 'activities.person_id')
    .selectAll('activities')
    .select(['people.shown_given_name', 'people.shown_surname'])
    .select((eb) => labelsOfSport(db, eb.ref('activities.sport_id')).as('labels'))
    .select([
      counts.amount_of_likes.as('amount_of_likes'),
      counts.liked_by_me.as('liked_by_me'),
      counts.amount_of_comments.as('amount_of_comments'),
    ]);
}

export type ActivityRow = Awaited<ReturnType<typeof findActivity>>;

/** The activity of a uuid, as `viewer` sees it. Throws 404 where there is none. */
export async function findActivity(db: Db, uuid: string, viewer: Person) {
  const found = await activitiesWithNames(db, viewer).where('activities.uuid', '=', uuid).executeTakeFirst();
  if (!found) throw notFound();
  return found;
}

/** What of a row is shown. */
type Shown = Pick<
  ActivityRow,
  | 'uuid'
  | 'sport_id'
  | 'performed_on'
  | 'amount_type'
  | 'seconds'
  | 'metres'
  | 'steps'
  | 'info'
  | 'counted_metres'
> &
  NamedRow &
  SocialCounts & { labels: { language: Language; label: string }[] };

/** An activity as the API shows it to `viewer`. */
export function toActivity(iris: Iris, row: Shown, viewer: Person): Omit<Activity, '@context'> {
  return {
    '@id': iris.of(`${activityCollection}/${row.uuid}`),
    '@type': 'Activity',
    uuid: row.uuid,
    person: personReference(iris, row, viewer),
    sport: {
      '@id': iris.of(`${sportCollection}/${row.sport_id}`),
      '@type': 'Sport',
      id: row.sport_id,
      labels: row.labels,
    },
    performedAt: row.performed_on,
    amountType: row.amount_type,
    time: row.seconds === null ? null : timeOf(row.seconds),
    kilometers: row.metres === null ? null : row.metres / 1000,
    steps: row.steps,
    info: row.info,
    challengeKms: row.counted_metres / 1000,
    amountOfLikes: row.amount_of_likes,
    likedByMe: row.liked_by_me,
    amountOfComments: row.amount_of_comments,
  };
}
