import type * as z from 'zod/mini';
import type { decide } from '../../contract/managed/inbox.ts';
import { setCountsByOrganiser } from '../activities/correction.ts';
import { decideAboutComment } from '../comments/comment-decision.ts';
import type { Db } from '../db/db.ts';
import { lockItem, takeDecision } from '../inbox/decision.ts';
import { managedInbox, withSource } from '../inbox/managed-inbox.ts';
import { ProblemError, violation } from '../kit/problem-error.ts';
import { logChange } from '../management/change-log.ts';
import { changeManaged, oneManaged } from '../management/managed-resource.ts';
import type { Person } from '../people/person.ts';
import { settleSteps } from '../workouts/counting-record.ts';
import { mustBeAnothers } from './access.ts';
import type { Deciding } from './activity-correction.ts';
import { managedActivities, stateOf } from './managed-activities.ts';

type Word = z.output<typeof decide.body>;

const itemFor = (db: Db, { iris }: Pick<Deciding, 'iris'>, person: Person, id: number) =>
  oneManaged(db, iris, managedInbox(person), id);

/**
 * Decides about what waits in the inbox; its person is told, and all of it is in the change log. Throws 404 where
 * there is no such item for who decides, 403 where it is about themselves, 409 where it does not wait any more or
 * has changed since `version`, 422 for a decision that does not fit.
 */
export async function decideAbout(deciding: Deciding, person: Person, id: number, word: Word) {
  const seen = await itemFor(deciding.db, deciding, person, id);
  mustBeAnothers(person, seen);
  const ofComment = word.decision === 'keep' || word.decision === 'hide';
  if (ofComment !== (seen.kind === 'comment')) throw violation('decision', 'decision.unknown');
  if (ofComment) await aboutComment(deciding, person, id, word);
  else if (seen.activity) await aboutActivity(deciding, person, id, seen.activity.id, word);
  else if (word.decision === 'accept') throw violation('decision', 'decision.gone');
  else await deciding.db.transaction().execute((tx) => close(tx, deciding, person, id, word));
  return withSource(await itemFor(deciding.db, deciding, person, id));
}

const aboutComment = (deciding: Deciding, person: Person, id: number, word: Word) =>
  deciding.db.transaction().execute(async (tx) => {
    await close(tx, deciding, person, id, word);
    const { comment_id } = await tx
      .selectFrom('inbox_items')
      .select('comment_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (comment_id !== null) await decideAboutComment(tx, comment_id, word.decision === 'hide');
  });

/** Accepted: it counts as it is, and is its owner's again. Else it does not count, and stays so. */
async function aboutActivity(
  deciding: Deciding,
  person: Person,
  id: number,
  activityId: number,
  word: Word,
): Promise<void> {
  const { db, iris, clock } = deciding;
  const { decision, reason } = word;
  const managed = managedActivities(iris);
  const author = { id: person.id, now: clock.now };
  await changeManaged(
    db,
    iris,
    managed,
    activityId,
    { action: decision, reason },
    author,
    async (tx, before) => {
      // Whether it counts is left to its owner where organisers had not said otherwise.
      const counts = decision === 'accept' && (before.counts || before.correction !== null);
      const said = { counts, reason: decision === 'accept' ? null : reason };
      await setCountsByOrganiser(tx, activityId, said, clock.now);
      await settleSteps(tx, before.personId, [before.performedAt], clock.now);
      const after = await oneManaged(tx, iris, managed, activityId);
      await close(tx, deciding, person, id, { ...word, before: stateOf(before), after: stateOf(after) });
    },
  ).catch((error) => {
    throw error.constraint === 'day_holds_24_hours' ? violation('decision', 'record.dayIsFull') : error;
  });
}

/** Writes the decision, where the item still waits as it was seen: of two at once one does. */
async function close(
  tx: Db,
  deciding: Deciding,
  person: Person,
  id: number,
  { version, ...decision }: Word & Partial<Pick<Parameters<typeof takeDecision>[2], 'before' | 'after'>>,
): Promise<void> {
  const { clock, tell } = deciding;
  await lockItem(tx, id);
  const item = await itemFor(tx, deciding, person, id);
  if (!item.isOpen || item.version !== version) throw new ProblemError(409, 'changedMeanwhile');
  await takeDecision(tx, id, decision, clock.now, tell);
  await logChange(tx, {
    actor: person.id,
    now: clock.now,
    resource: 'inbox',
    resourceId: id,
    subject: item.personId,
    action: decision.decision,
    reason: decision.reason,
    before: { isOpen: true, decisions: item.decisions.length },
    after: { isOpen: false, decisions: item.decisions.length + 1 },
  });
}
