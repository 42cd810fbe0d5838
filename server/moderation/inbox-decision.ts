import type * as z from 'zod/mini';
import type { decide } from '../../contract/managed/inbox.ts';
import { choicesOf, stateBefore } from '../../contract/managed/inbox-choices.ts';
import { setCountsByOrganiser } from '../activities/correction.ts';
import type { Db } from '../db/db.ts';
import { type Decision, lockItem, takeDecision } from '../inbox/decision.ts';
import { managedInbox, shownTo } from '../inbox/managed-inbox.ts';
import { ProblemError, violation } from '../kit/problem-error.ts';
import { logChange } from '../management/change-log.ts';
import { changeManaged, oneManaged } from '../management/managed-resource.ts';
import type { Person } from '../people/person.ts';
import { decideAboutComment } from '../social/comments/comment-decision.ts';
import { settleSteps } from '../workouts/counting-record.ts';
import { mustBeAnothers } from './access.ts';
import type { Deciding } from './activity-correction.ts';
import { reinstate, uphold } from './answered-decision.ts';
import { managedActivities, stateOf } from './managed-activities.ts';

type Word = z.output<typeof decide.body>;
type States = Partial<Pick<Decision, 'before' | 'after'>>;
type Closing = (tx: Db, states?: States) => Promise<void>;
type Item = Awaited<ReturnType<typeof itemFor>>;

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
  if (!seen.isOpen || seen.version !== word.version) throw new ProblemError(409, 'changedMeanwhile');
  if (!choicesOf(seen).includes(word.decision)) throw violation('decision', 'decision.unknown');
  const closing: Closing = (tx, states) => close(tx, deciding, person, id, { ...word, ...states });
  if (seen.kind === 'comment') await aboutComment(deciding, id, word, closing);
  else
    await aboutActivity(deciding, seen, word, closing).catch((error) => {
      throw error.constraint === 'day_holds_24_hours' ? violation('decision', 'record.dayIsFull') : error;
    });
  return shownTo(person, await itemFor(deciding.db, deciding, person, id));
}

const aboutComment = ({ db }: Deciding, id: number, { decision }: Word, closing: Closing) =>
  db.transaction().execute(async (tx) => {
    await closing(tx);
    const { comment_id } = await tx
      .selectFrom('inbox_items')
      .select('comment_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (comment_id !== null && decision !== 'uphold')
      await decideAboutComment(tx, comment_id, decision === 'hide');
  });

async function aboutActivity(deciding: Deciding, item: Item, word: Word, closing: Closing): Promise<void> {
  const { activity } = item;
  const before = stateBefore(item);
  if (!activity || word.decision === 'uphold') await uphold(deciding, activity?.id, before, closing);
  else if (word.decision === 'reinstate' && before)
    await reinstate(deciding, activity.id, before, word.reason, closing);
  else await acceptOrDiscount(deciding, activity.id, word, closing);
}

/** Accepted: it counts as it is, and is its owner's again. Else it does not count, and stays so. */
async function acceptOrDiscount(
  { db, iris, personId, clock: { now } }: Deciding,
  activityId: number,
  { decision, reason }: Word,
  closing: Closing,
): Promise<void> {
  const managed = managedActivities(iris);
  const action = { action: decision, reason };
  await changeManaged(db, iris, managed, activityId, action, { id: personId, now }, async (tx, before) => {
    // Whether it counts is left to its owner where organisers had not said otherwise.
    const counts = decision === 'accept' && (before.counts || before.correction !== null);
    const said = { counts, reason: decision === 'accept' ? null : reason };
    await setCountsByOrganiser(tx, activityId, said, now);
    await settleSteps(tx, before.personId, [before.performedAt], now);
    const after = await oneManaged(tx, iris, managed, activityId);
    await closing(tx, { before: stateOf(iris, before), after: stateOf(iris, after) });
  });
}

/** Writes the decision, where the item still waits as it was seen: of two at once one does. */
async function close(
  tx: Db,
  deciding: Deciding,
  person: Person,
  id: number,
  { version, ...decision }: Word & States,
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
