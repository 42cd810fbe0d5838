import { type RawBuilder, sql } from 'kysely';
import type { Activity, Source } from '../../contract/activities.ts';
import { platforms } from '../../contract/couplings.ts';
import { timeOf } from '../../contract/kilometres.ts';
import type { Language } from '../../contract/kit/fields.ts';
import type { Db } from '../db/db.ts';
import { detailsOf } from '../db/workout-details.ts';
import type { Iris } from '../kit/iris.ts';
import { notFound } from '../kit/problem-error.ts';
import { type NamedRow, type Person, personReference } from '../people/person.ts';
import { activityCollection } from '../social/found-activity.ts';
import { type SocialCounts, socialCounts } from '../social/social-counts.ts';
import { labelsOfSport, sportCollection } from '../sports/sport.ts';
import {
  encryptedColumns,
  type RecordColumns,
  recordColumns,
  recordValuesOf,
} from './source-records/record-columns.ts';

/**
 * Selects activities with the data that `viewer` may see. Leaves out other people's activities if they come from a
 * service that does not allow them to be shown to others.
 */
export const activitiesWithNames = (db: Db, viewer: Person) => activitiesSeenBy(db, sql`${viewer.id}::int`);

/** Selects activities with the data that their owners may see. */
export const activitiesOfOwners = (db: Db) => activitiesSeenBy(db, sql.ref('activities.person_id'));

function activitiesSeenBy(db: Db, viewerId: RawBuilder<number>) {
  const counts = socialCounts(sql.ref('activities.id'), viewerId);
  const reported = recordColumns(db, sql.ref('activities.id'), sql.ref('activities.source'));
  const all = db
    .selectFrom('activities')
    .innerJoin('people', 'people.id', 'activities.person_id')
    .selectAll('activities')
    .select(['people.shown_given_name', 'people.shown_surname'])
    .select((eb) => labelsOfSport(db, eb.ref('activities.sport_id')).as('labels'))
    .select([
      counts.amount_of_likes.as('amount_of_likes'),
      counts.liked_by_me.as('liked_by_me'),
      counts.amount_of_comments.as('amount_of_comments'),
      reported.received_from.as('received_from'),
      reported.view_url.as('view_url'),
      reported.device.as('device'),
      reported.shown_to_others.as('shown_to_others'),
    ])
    .where((eb) => eb.or([eb('person_id', '=', viewerId), eb(reported.shown_to_others, '<>', 'none')]));
  if (!detailsOf(db)) return all;
  const own = encryptedColumns(sql<boolean>`person_id = ${viewerId}`);
  // The second column named `details` replaces the one from `selectAll`.
  return all.select([own.details.as('details'), own.record_details.as('record_details')]) as typeof all;
}

/** Returns the activity with this uuid, as the API shows it to `viewer`. Throws 404 if the activity does not exist. */
export const shownActivity = async (db: Db, iris: Iris, uuid: string, viewer: Person) =>
  toActivity(iris, await findActivity(db, uuid, viewer), viewer);

export type ActivityRow = Awaited<ReturnType<typeof findActivity>>;

/**
 * Returns the row of the activity with this uuid. Throws 404 if the activity does not exist or is hidden from `viewer`.
 */
export async function findActivity(db: Db, uuid: string, viewer: Person) {
  const found = await activitiesWithNames(db, viewer).where('activities.uuid', '=', uuid).executeTakeFirst();
  if (!found) throw notFound();
  return found;
}

/** The columns of an activity row that `toActivity` needs. */
type Shown = Pick<
  ActivityRow,
  | 'uuid'
  | 'sport_id'
  | 'performed_on'
  | 'amount_type'
  | 'seconds'
  | 'metres'
  | 'steps'
  | 'steps_elsewhere'
  | 'info'
  | 'counted_metres'
  | 'source'
  | 'counts'
  | 'waits'
  | 'correction'
> &
  NamedRow &
  RecordColumns &
  SocialCounts & { labels: { language: Language; label: string }[] };

/** The link text that each service requires in its brand guidelines. */
const viewLabels: Partial<Record<Source, string>> = {
  Garmin: 'View in Garmin Connect',
  Strava: 'View on Strava',
};

/**
 * Converts a row to an activity as the API shows it to `viewer`. If a service allows only the score to be shared, other
 * people see the score and nothing else.
 */
export function toActivity(iris: Iris, row: Shown, viewer: Person): Omit<Activity, '@context'> {
  const isOwn = row.person_id === viewer.id;
  const isFull = isOwn || row.shown_to_others === 'full';
  const { received_from: receivedFrom, ...reported } = recordValuesOf(row);
  const viewUrl = isOwn ? reported.view_url : null;
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
    // In employer-blind mode, others see only the counted kilometres.
    amountType: isOwn || !row.record_details ? row.amount_type : 'km',
    time: isFull && row.seconds !== null ? timeOf(row.seconds) : null,
    kilometers: isFull && row.metres !== null ? row.metres / 1000 : null,
    steps: isFull ? row.steps : null,
    stepsElsewhere: isFull ? row.steps_elsewhere : 0,
    info: isFull ? row.info : null,
    challengeKms: row.counted_metres / 1000,
    amountOfLikes: row.amount_of_likes,
    likedByMe: row.liked_by_me,
    amountOfComments: row.amount_of_comments,
    externalType: platforms.find((platform) => platform === row.source) ?? null,
    externalViewUrl: viewUrl,
    externalViewLabel: viewUrl && (viewLabels[row.source] ?? null),
    receivedFrom,
    device: isFull ? reported.device : null,
    counts: row.counts,
    waiting: row.waits,
    correction: isOwn ? row.correction : null,
  };
}
