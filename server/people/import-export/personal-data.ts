import { sql } from 'kysely';
import { timeOf } from '../../../contract/kilometres.ts';
import type { Db } from '../../db/db.ts';
import type { Row } from '../../kit/spreadsheet.ts';
import { consentHistory } from '../../platform/consents/consent.ts';
import type { Person } from '../person.ts';

/**
 * The columns of each kind of data about a person: everything that the person has entered, and their
 * sign-ins. The keys are file names.
 */
export const subjects = {
  profile: [
    ...['givenName', 'surname', 'email', 'language', 'nameShown', 'nickname'],
    ...['role', 'guestCode', 'memberSince', 'secondFactorSince'],
    ...['department', 'location', 'directoryName', 'directoryGroups'],
  ],
  activities: [
    ...['uuid', 'performedAt', 'sport', 'amountType', 'time', 'kilometers', 'steps'],
    ...['info', 'challengeKms', 'source', 'counts', 'createdAt'],
  ],
  'workout-records': [
    ...['uuid', 'activity', 'source', 'counting', 'performedAt', 'startedAt', 'sport', 'sportType'],
    ...['time', 'movingTime', 'kilometers', 'steps', 'info', 'device', 'address', 'receivedAt'],
  ],
  comments: ['uuid', 'activity', 'content', 'createdAt'],
  likes: ['activity', 'createdAt'],
  flags: ['comment', 'reason', 'createdAt'],
  decisions: ['activity', 'comment', 'decision', 'reason', 'decidedAt', 'answer', 'answeredAt'],
  'activity-look-ups': ['performedAt', 'reason', 'at'],
  'team-memberships': ['team', 'isCaptain', 'fromDay', 'untilDay', 'joinedAt'],
  'sign-in-identities': ['issuer', 'subject', 'createdAt'],
  couplings: ['service', 'subject', 'coupledAt', 'deadSince'],
  'personal-tokens': ['name', 'createdAt', 'lastUsedAt'],
  'security-events': ['at', 'kind', 'detail', 'network', 'browser', 'times'],
  consents: ['version', 'agrees', 'decidedAt'],
} satisfies Record<string, string[]>;
export type Subject = keyof typeof subjects;

/** Reads all kinds of data in one snapshot. Other people are identified only by number. */
export async function readPersonalData(db: Db, person: Person): Promise<Record<Subject, Row[]>> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      profile: await readProfile(tx, person.id),
      activities: await readActivities(tx, person),
      'workout-records': await readRecords(tx, person),
      comments: await readComments(tx, person.id),
      likes: await readLikes(tx, person.id),
      flags: await readFlags(tx, person.id),
      decisions: await readDecisions(tx, person.id),
      'activity-look-ups': await readLookUps(tx, person.id),
      'team-memberships': await readMemberships(tx, person.id),
      'sign-in-identities': await readIdentities(tx, person.id),
      couplings: await readCouplings(tx, person.id),
      'personal-tokens': await readTokens(tx, person.id),
      'security-events': await readSecurityEvents(tx, person.id),
      consents: await readConsents(tx, person.id),
    }));
}

const readProfile = (tx: Db, id: number): Promise<Row[]> =>
  tx
    .selectFrom('people')
    .leftJoin('guest_codes', 'guest_codes.id', 'guest_code_id')
    .select(['given_name as givenName', 'surname', 'email', 'language', 'name_shown as nameShown'])
    .leftJoin('second_factors', 'second_factors.person_id', 'people.id')
    .leftJoin('provisioned_people', 'provisioned_people.person_id', 'people.id')
    .select(['nickname', 'role', 'code as guestCode', 'people.created_at as memberSince'])
    .select(['enrolled_at as secondFactorSince', 'department', 'location', 'user_name as directoryName'])
    .select(
      sql<string | null>`(
        select string_agg(display_name, ', ' order by display_name) from provisioned_group_members
        join provisioned_groups on provisioned_groups.id = group_id
        where provisioned_group_members.person_id = people.id
      )`.as('directoryGroups'),
    )
    .where('people.id', '=', id)
    .execute();

async function readActivities(tx: Db, person: Person): Promise<Row[]> {
  const rows = await tx
    .selectFrom('activities')
    .innerJoin('sports', 'sports.id', 'sport_id')
    .leftJoin('sport_labels', (join) =>
      join.onRef('sport_labels.sport_id', '=', 'sports.id').on('language', '=', person.language),
    )
    .selectAll('activities')
    .select(sql<string>`coalesce(label, name)`.as('sport'))
    .where('person_id', '=', person.id)
    .orderBy('performed_on')
    .orderBy('activities.id')
    .execute();
  return rows.map((row) => ({
    uuid: row.uuid,
    performedAt: row.performed_on,
    sport: row.sport,
    amountType: row.amount_type,
    time: row.seconds === null ? null : timeOf(row.seconds),
    kilometers: row.metres === null ? null : row.metres / 1000,
    steps: row.steps,
    info: row.info,
    challengeKms: row.counted_metres / 1000,
    source: row.source,
    counts: row.counts,
    createdAt: row.created_at,
  }));
}

const readComments = (tx: Db, id: number): Promise<Row[]> =>
  tx
    .selectFrom('activity_comments')
    .innerJoin('activities', 'activities.id', 'activity_id')
    .select(['activity_comments.uuid', 'activities.uuid as activity', 'content'])
    .select('activity_comments.created_at as createdAt')
    .where('activity_comments.person_id', '=', id)
    .orderBy('activity_comments.id')
    .execute();

const readLikes = (tx: Db, id: number): Promise<Row[]> =>
  tx
    .selectFrom('activity_likes')
    .innerJoin('activities', 'activities.id', 'activity_id')
    .select(['uuid as activity', 'activity_likes.created_at as createdAt'])
    .where('activity_likes.person_id', '=', id)
    .orderBy('activity_likes.created_at')
    .execute();

const readFlags = (tx: Db, id: number): Promise<Row[]> =>
  tx
    .selectFrom('activity_comment_flags')
    .innerJoin('activity_comments', 'activity_comments.id', 'comment_id')
    .select(['uuid as comment', 'reason', 'activity_comment_flags.created_at as createdAt'])
    .where('activity_comment_flags.person_id', '=', id)
    .orderBy('activity_comment_flags.created_at')
    .execute();

const readDecisions = (tx: Db, id: number): Promise<Row[]> =>
  tx
    .selectFrom('case_decisions')
    .innerJoin('cases', 'cases.id', 'case_id')
    .leftJoin('activities', 'activities.id', 'cases.activity_id')
    .leftJoin('activity_comments', 'activity_comments.id', 'comment_id')
    .select(['activities.uuid as activity', 'activity_comments.uuid as comment', 'decision', 'reason'])
    .select(['decided_at as decidedAt', 'answer', 'answered_at as answeredAt'])
    .where('cases.person_id', '=', id)
    .orderBy('case_decisions.id')
    .execute();

const readLookUps = (tx: Db, id: number): Promise<Row[]> =>
  tx
    .selectFrom('activity_look_ups')
    .select(['day as performedAt', 'reason', 'at'])
    .where('person_id', '=', id)
    .orderBy('id')
    .execute();

const readMemberships = (tx: Db, id: number): Promise<Row[]> =>
  tx
    .selectFrom('team_memberships')
    .innerJoin('teams', 'teams.id', 'team_id')
    .select(['name as team', 'from_day as fromDay', 'until_day as untilDay', 'joined_at as joinedAt'])
    .select(sql<boolean>`captain_id is not distinct from person_id and until_day is null`.as('isCaptain'))
    .where('person_id', '=', id)
    .orderBy('from_day')
    .execute();

const readIdentities = (tx: Db, id: number): Promise<Row[]> =>
  tx
    .selectFrom('identities')
    .select(['issuer', 'subject', 'created_at as createdAt'])
    .where('person_id', '=', id)
    .orderBy('created_at')
    .execute();

async function readRecords(tx: Db, person: Person): Promise<Row[]> {
  const rows = await tx
    .selectFrom('source_records')
    .innerJoin('sports', 'sports.id', 'source_records.sport_id')
    .leftJoin('sport_labels', (join) =>
      join.onRef('sport_labels.sport_id', '=', 'sports.id').on('language', '=', person.language),
    )
    .leftJoin('activities', 'activities.id', 'activity_id')
    .selectAll('source_records')
    .select(sql<string>`coalesce(label, sports.name)`.as('sport'))
    .select('activities.uuid as activity')
    .where('source_records.person_id', '=', person.id)
    .orderBy('source_records.performed_on')
    .orderBy('source_records.id')
    .execute();
  return rows.map((row) => ({
    uuid: row.uuid,
    activity: row.activity,
    source: row.source,
    counting: row.counting,
    performedAt: row.performed_on,
    startedAt: row.started_at,
    sport: row.sport,
    sportType: row.sport_type,
    time: row.elapsed_seconds === null ? null : timeOf(row.elapsed_seconds),
    movingTime: row.moving_seconds === null ? null : timeOf(row.moving_seconds),
    kilometers: row.metres === null ? null : row.metres / 1000,
    steps: row.steps,
    info: row.name,
    device: row.device,
    address: row.view_url,
    receivedAt: row.received_at,
  }));
}

/** Reads connected accounts without the tokens that give access to them. */
async function readCouplings(tx: Db, id: number): Promise<Row[]> {
  const rows = await tx
    .selectFrom('connected_accounts')
    .select(['person_id', 'platform', 'user_id', 'coupled_at', 'dead_since', 'details'])
    .where('person_id', '=', id)
    .execute();
  return rows
    .map(({ platform, user_id, coupled_at, dead_since }) => ({
      ...{ service: platform, subject: user_id, coupledAt: coupled_at, deadSince: dead_since },
    }))
    .sort((one, other) => one.service.localeCompare(other.service));
}

async function readTokens(tx: Db, id: number): Promise<Row[]> {
  const rows = await tx
    .selectFrom('ingest_tokens')
    .selectAll()
    .where('person_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ name, created_at, last_used_at }) => ({
    ...{ name, createdAt: created_at, lastUsedAt: last_used_at },
  }));
}

/**
 * Reads security events. The network address and the browser are included only for the person's own actions, because
 * otherwise they would reveal where somebody else was.
 */
const readSecurityEvents = (tx: Db, id: number): Promise<Row[]> =>
  tx
    .selectFrom('security_events')
    .select(['at', 'kind', 'detail', 'times'])
    .select([
      sql<string | null>`case when actor_id is null then network end`.as('network'),
      sql<string | null>`case when actor_id is null then browser end`.as('browser'),
    ])
    .where('person_id', '=', id)
    .orderBy('id')
    .execute();

const readConsents = async (tx: Db, id: number): Promise<Row[]> =>
  (await consentHistory(tx, id)).map(({ number, ...entry }) => ({ version: number, ...entry }));
