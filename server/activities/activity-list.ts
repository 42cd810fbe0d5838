import { type RawBuilder, sql } from 'kysely';
import type { Activity } from '../../contract/activities.ts';
import type { ChallengeRow } from '../challenges/challenge.ts';
import type { Db } from '../db/db.ts';
import type { Page } from '../kit/hydra.ts';
import type { Iris } from '../kit/iris.ts';
import { mustBeVisible, type Person } from '../people/person.ts';
import { areSourcesHidden } from '../platform/settings/config.ts';
import type { PageWanted } from '../social/social-page.ts';
import { activitiesWithNames, toActivity } from './activity.ts';

/** A page of activities, requested by page number or by the cursor from the previous page. */
type ActivityPage = Page<Omit<Activity, '@context'>>;

/** Lists everybody's activities, newest first. */
export async function listActivities(
  db: Db,
  iris: Iris,
  viewer: Person,
  wanted: PageWanted,
): Promise<ActivityPage> {
  return pageOf(
    iris,
    viewer,
    wanted,
    activitiesWithNames(db, viewer),
    await totalOfBoard(db, 'all', sql`true`),
  );
}

/** Lists one person's activities, newest first. Throws 404 if the person is not visible to `viewer`. */
export async function listActivitiesOfPerson(
  db: Db,
  iris: Iris,
  viewer: Person,
  personId: number,
  wanted: PageWanted,
): Promise<ActivityPage> {
  await mustBeVisible(db, personId, viewer);
  const standing = await db
    .selectFrom('standings')
    .select('activities')
    .where('board', '=', 'all')
    .where('sport', '=', 'all')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  const query = activitiesWithNames(db, viewer).where('activities.person_id', '=', personId);
  return pageOf(iris, viewer, wanted, query, standing?.activities ?? 0);
}

/** Lists the activities between a challenge's first and last day, newest first. */
export async function listActivitiesOfChallenge(
  db: Db,
  iris: Iris,
  viewer: Person,
  challenge: ChallengeRow,
  wanted: PageWanted,
): Promise<ActivityPage> {
  const query = activitiesWithNames(db, viewer)
    .where('performed_on', '>=', challenge.starts_on)
    .where('performed_on', '<=', challenge.ends_on);
  const inWindow = sql<boolean>`day between ${challenge.starts_on}::date and ${challenge.ends_on}::date`;
  return pageOf(iris, viewer, wanted, query, await totalOfBoard(db, `challenge:${challenge.id}`, inWindow));
}

/**
 * Returns the people who see these activities differently from everybody else: their owners, and people who like one of
 * them. Returns undefined if the settings hide some sources from other people: the list for everybody then lacks the
 * activities from these sources, so their owners are unknown.
 */
export async function peopleOfActivities(db: Db, uuids: string[]): Promise<Set<number> | undefined> {
  if (await areSourcesHidden(db)) return undefined;
  const { rows } = await sql<{ person_id: number }>`
    with listed as (select id, person_id from activities where uuid = any(${uuids}::uuid[]))
    select person_id from listed
    union select activity_likes.person_id from activity_likes join listed on listed.id = activity_id`.execute(
    db,
  );
  return new Set(rows.map(({ person_id }) => person_id));
}

/**
 * Returns how many of a board's activities can be listed. Reads the stored totals, because counting rows gets
 * slower as activities are added. Subtracts the activities of deleted accounts, which are included in the
 * totals but no longer listed. `gone` is the SQL condition that selects the sums of deleted accounts.
 */
async function totalOfBoard(db: Db, board: string, gone: RawBuilder<boolean>): Promise<number> {
  const [{ total }, { removed }] = await Promise.all([
    db
      .selectFrom('board_totals')
      .select(sql<number>`coalesce(sum(activities), 0)::int`.as('total'))
      .where('board', '=', board)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('anonymous_sums')
      .select(sql<number>`coalesce(sum(activities), 0)::int`.as('removed'))
      .where(gone)
      .executeTakeFirstOrThrow(),
  ]);
  return Math.max(0, total - removed);
}

async function pageOf(
  iris: Iris,
  viewer: Person,
  wanted: PageWanted,
  query: ReturnType<typeof activitiesWithNames>,
  totalItems: number,
): Promise<ActivityPage> {
  const { page, itemsPerPage, cursor } = wanted;
  const [day, id] = cursor?.split('_') ?? [];
  const from = cursor
    ? query.where(sql<boolean>`(performed_on, activities.id) < (${day}::date, ${id}::bigint)`)
    : query.offset((page - 1) * itemsPerPage);
  const rows = await from
    .orderBy('performed_on', 'desc')
    .orderBy('activities.id', 'desc')
    .limit(itemsPerPage + 1)
    .execute();
  const shown = rows.slice(0, itemsPerPage);
  const last = shown.at(-1);
  const nextCursor = last && rows.length > itemsPerPage ? `${last.performed_on}_${last.id}` : undefined;
  return {
    members: shown.map((row) => toActivity(iris, row, viewer)),
    totalItems,
    position: { page, itemsPerPage, nextCursor },
  };
}
