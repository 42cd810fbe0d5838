import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { challenges } from '../../contract/managed/challenges.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import { ProblemError } from '../kit/problem-error.ts';
import { cleanTexts } from '../management/clean-texts.ts';
import {
  type Author,
  changeManaged,
  createManaged,
  type Managed,
  oneManaged,
} from '../management/managed-resource.ts';
import type { EnqueueTask } from '../management/tasks/task.ts';
import { type Texts, textsIn } from '../management/texts.ts';
import {
  addChallenge,
  type ChallengeFields,
  changeChallenge,
  changesTiming,
  markArchived,
  removeChallenge,
} from './challenge-change.ts';
import { stateOf } from './challenge-state.ts';

type CountingFor = { by: number | null; now: Temporal.Instant };

/**
 * How boards change when a challenge changes. Injected by `server/composition.ts`, because boards belong to a higher
 * layer.
 */
export interface ChallengeBoards {
  /** Blocks other writes to boards until the transaction ends. */
  hold(tx: Db): Promise<void>;
  /** Removes the boards and the frozen results of a challenge. */
  remove(tx: Db, id: number): Promise<void>;
  /** Starts a task that fills the boards of a new challenge, beginning with its first day. */
  countNew(tx: Db, ask: EnqueueTask, id: number, startsOn: string, by: CountingFor): Promise<unknown>;
  /**
   * Starts a task that updates the boards of a challenge for its new days. `before` contains the days counted so far.
   */
  countOtherDays(
    tx: Db,
    ask: EnqueueTask,
    id: number,
    before: { from: string; until: string },
    by: CountingFor,
  ): Promise<unknown>;
  /** Clears the boards of a challenge and starts a task that counts all its days again. */
  countAgain(tx: Db, ask: EnqueueTask, id: number, startsOn: string, by: CountingFor): Promise<void>;
}

/** A challenge as stored, without its state, which depends on the current time. */
export type ManagedChallenge = ChallengeFields & {
  id: number;
  uuid: string;
  closesAt: Temporal.Instant;
  frozenAt: Temporal.Instant | null;
  archivedAt: Temporal.Instant | null;
  isHidden: boolean;
  reopenedAt: Temporal.Instant | null;
  isBeingCounted: boolean;
  sha256: string | null;
  activities: number;
  overlaps: { id: number; name: Texts }[];
};

const texts = (column: string) =>
  textsIn('challenge_translations', column, sql`challenge_id = challenges.id`);

const otherName = textsIn('challenge_translations', 'name', sql`challenge_id = other.id`);

/** Describes challenges for the management API. Does not update the boards when a challenge changes. */
export const managedChallenges: Managed<ChallengeFields, ManagedChallenge> = {
  contract: challenges,
  table: 'challenges',
  rows: (db) =>
    db
      .selectFrom('challenges')
      .leftJoin('challenge_results', 'challenge_results.challenge_id', 'challenges.id')
      .select([
        'challenges.id',
        'uuid',
        'uri',
        'type',
        'abstraction_conversion as abstractionConversion',
        'kilometers',
        'starts_on as startsOn',
        'ends_on as endsOn',
        'time_zone as timeZone',
        'grace_hours as graceHours',
        'progress_map_id as progressMapId',
        texts('name').as('name'),
        texts('eye_catcher').as('eyeCatcher'),
        texts('introduction').as('introduction'),
        texts('description').as('description'),
        texts('abstraction_label').as('abstractionLabel'),
        'closes_at as closesAt',
        'frozen_at as frozenAt',
        'archived_at as archivedAt',
        'is_hidden as isHidden',
        'reopened_at as reopenedAt',
        sql<boolean>`counted_from is not null`.as('isBeingCounted'),
        'sha256',
        sql<number>`(
          select coalesce(sum(activities), 0)::int from board_totals where board = 'challenge:' || challenges.id
        )`.as('activities'),
        sql<ManagedChallenge['overlaps']>`(
          select coalesce(
            jsonb_agg(jsonb_build_object('id', other.id, 'name', ${otherName}) order by other.starts_on), '[]'
          )
          from challenges as other
          where other.id <> challenges.id
            and other.starts_on <= challenges.ends_on and other.ends_on >= challenges.starts_on
        )`.as('overlaps'),
      ]),
  searched: ['uri', 'name'],
  cleaned: async (fields) => ({
    ...fields,
    introduction: await cleanTexts(fields.introduction, 'introduction'),
    description: await cleanTexts(fields.description, 'description'),
  }),
  replace: async (tx, id, written, now, before) => {
    const fields = { ...written, uri: written.uri || before.uri };
    if (before.frozenAt && frozenFields.some((name) => fields[name] !== before[name]))
      throw new ProblemError(409, 'challengeFrozen');
    await changeChallenge(tx, id, fields, before, now);
  },
};

/** The fields that cannot change once the results are frozen, because they affect the boards and the results file. */
const frozenFields = [
  'type',
  'abstractionConversion',
  'kilometers',
  'startsOn',
  'endsOn',
  'timeZone',
  'graceHours',
] as const;

/** Extends `managedChallenges` with tasks that update the boards after each change. */
export const challengesCounted = (
  boards: ChallengeBoards,
  ask: EnqueueTask,
  by: number,
): Managed<ChallengeFields, ManagedChallenge> => ({
  ...managedChallenges,
  create: async (tx, fields, now) => {
    const id = await addChallenge(tx, fields);
    // Activities logged before the challenge was created count too.
    await boards.countNew(tx, ask, id, fields.startsOn, { by, now });
    return id;
  },
  replace: async (tx, id, fields, now, before) => {
    await managedChallenges.replace?.(tx, id, fields, now, before);
    // Closed boards have missed later writes, so refill them from the first day.
    if (changesTiming(before, fields) && stateAt(before, now) === 'frozen')
      return boards.countAgain(tx, ask, id, fields.startsOn, { by, now });
    if (fields.startsOn === before.startsOn && fields.endsOn === before.endsOn) return;
    await boards.countOtherDays(tx, ask, id, { from: before.startsOn, until: before.endsOn }, { by, now });
  },
  remove: async (tx, id) => {
    await boards.hold(tx);
    const { rows } = await sql`
      select from challenges where id = ${id} and (
        exists (select from board_totals where board = 'challenge:' || id and activities > 0)
        or exists (select from activities where performed_on between starts_on and ends_on)
        or exists (select from anonymous_sums where day between starts_on and ends_on)
      )`.execute(tx);
    if (rows.length > 0) throw new ProblemError(409, 'challengeHasActivities');
    await boards.remove(tx, id);
    await removeChallenge(tx, id);
  },
});

/** Returns the state of a challenge at a point in time. */
export const stateAt = (row: ManagedChallenge, now: Temporal.Instant) =>
  stateOf(
    {
      starts_on: row.startsOn,
      ends_on: row.endsOn,
      time_zone: row.timeZone,
      closes_at: row.closesAt,
      frozen_at: row.frozenAt,
    },
    now,
  );

/** Adds a challenge, which may be hidden from participants. Throws 422 if a value is invalid. */
export function createChallenge(
  db: Db,
  iris: Iris,
  boards: ChallengeBoards,
  ask: EnqueueTask,
  { hidden, ...fields }: ChallengeFields & { hidden: boolean },
  author: Author,
) {
  const counted = challengesCounted(boards, ask, author.id);
  const create = async (tx: Db, written: ChallengeFields) => {
    const made = (await counted.create?.(tx, written, author.now)) as number;
    if (hidden) await markArchived(tx, made, author.now, true);
    return made;
  };
  return createManaged(db, iris, { ...managedChallenges, create }, fields, author);
}

/**
 * Copies a challenge with its texts, map, target and length to another start date. The copy may be hidden from
 * participants. Throws 404 if the challenge does not exist, and 422 if the URI is taken.
 */
export async function cloneChallenge(
  db: Db,
  iris: Iris,
  boards: ChallengeBoards,
  ask: EnqueueTask,
  id: number,
  {
    uri,
    startsOn,
    name,
    hidden,
  }: { uri: string; startsOn: string; name?: Texts | undefined; hidden: boolean },
  author: Author,
) {
  const model = await oneManaged(db, iris, managedChallenges, id);
  const length = Temporal.PlainDate.from(model.startsOn).until(model.endsOn);
  const fields = Object.fromEntries(challenges.fieldNames.map((name) => [name, model[name]]));
  const endsOn = Temporal.PlainDate.from(startsOn).add(length).toString();
  const next = { ...(fields as ChallengeFields), uri, startsOn, endsOn, ...(name ? { name } : {}) };
  return createChallenge(db, iris, boards, ask, { ...next, hidden }, author);
}

/**
 * Archives or restores a challenge. If the challenge has not started, archiving also hides it, so that
 * participants cannot open it by its link either. Throws 404 if the challenge does not exist, and 409 on an
 * attempt to archive it while it is running or in its grace period.
 */
export async function archiveChallenge(db: Db, iris: Iris, id: number, archived: boolean, author: Author) {
  const model = await oneManaged(db, iris, managedChallenges, id);
  const isPrepared = model.isHidden || stateAt(model, author.now) === 'coming';
  const action = isPrepared ? (archived ? 'hide' : 'show') : archived ? 'archive' : 'restore';
  return changeManaged(db, iris, managedChallenges, id, { action }, author, (tx, before) => {
    const isOn = ['running', 'grace'].includes(stateAt(before, author.now));
    if (archived && isOn) throw new ProblemError(409, 'challengeIsOn');
    const isHidden = archived && (before.isHidden || stateAt(before, author.now) === 'coming');
    return markArchived(tx, id, archived ? author.now : null, isHidden);
  });
}
