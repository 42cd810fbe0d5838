import type * as z from 'zod/mini';
import type { decide } from '../../contract/managed/inbox.ts';
import { choicesOf, stateBefore } from '../../contract/managed/inbox-choices.ts';
import type { Db } from '../db/db.ts';
import { ProblemError, violation } from '../kit/problem-error.ts';
import { logChange } from '../management/change-log.ts';
import { oneManaged } from '../management/managed-resource.ts';
import type { Person } from '../people/person.ts';
import { mustNotBeOwn } from './access.ts';
import { type Decision, lockItem, recordDecision } from './decision.ts';
import type { Close, DecisionContext, DecisionEffects } from './decision-context.ts';
import { managedInbox, shownTo } from './managed-inbox.ts';

type DecisionInput = z.output<typeof decide.body>;
type Item = Awaited<ReturnType<typeof itemFor>>;

const itemFor = (db: Db, { iris }: Pick<DecisionContext, 'iris'>, person: Person, id: number) =>
  oneManaged(db, iris, managedInbox(person), id);

/**
 * Decides a case, notifies the person whom the case is about, and adds an entry to the change log. Throws 404 if the
 * person who decides cannot see the case, 403 if the case is about them, 409 if the case is no longer open or has
 * changed since `version`, and 422 if the decision does not fit the case.
 */
export async function decideAbout(
  decisionContext: DecisionContext,
  effects: DecisionEffects,
  person: Person,
  id: number,
  input: DecisionInput,
) {
  const seen = await itemFor(decisionContext.db, decisionContext, person, id);
  mustNotBeOwn(person, seen);
  if (!seen.isOpen || seen.version !== input.version) throw new ProblemError(409, 'changedMeanwhile');
  if (!choicesOf(seen).includes(input.decision)) throw violation('decision', 'decision.unknown');
  const closing: Close = (tx, states) => close(tx, decisionContext, person, id, { ...input, ...states });
  if (seen.kind === 'comment') await aboutComment(decisionContext, effects, id, input, closing);
  else
    await aboutActivity(decisionContext, effects, seen, input, closing).catch((error) => {
      throw error.constraint === 'day_holds_24_hours' ? violation('decision', 'record.dayIsFull') : error;
    });
  return shownTo(person, await itemFor(decisionContext.db, decisionContext, person, id));
}

const aboutComment = (
  { db }: DecisionContext,
  effects: DecisionEffects,
  id: number,
  { decision }: DecisionInput,
  closing: Close,
) =>
  db.transaction().execute(async (tx) => {
    await closing(tx);
    const { comment_id } = await tx
      .selectFrom('cases')
      .select('comment_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (comment_id !== null && decision !== 'uphold')
      await effects.hideComment(tx, comment_id, decision === 'hide');
  });

async function aboutActivity(
  decisionContext: DecisionContext,
  effects: DecisionEffects,
  item: Item,
  input: DecisionInput,
  closing: Close,
): Promise<void> {
  const { activity } = item;
  const before = stateBefore(item);
  if (!activity || input.decision === 'uphold')
    await effects.uphold(decisionContext, activity?.id, before, closing);
  else if (input.decision === 'reinstate' && before)
    await effects.reinstate(decisionContext, activity.id, before, input.reason, closing);
  else await effects.acceptOrDiscount(decisionContext, activity.id, input, closing);
}

/**
 * Stores the decision if the case is still open and unchanged, so that only one of two concurrent decisions succeeds.
 */
async function close(
  tx: Db,
  decisionContext: DecisionContext,
  person: Person,
  id: number,
  { version, ...decision }: DecisionInput & Partial<Pick<Decision, 'before' | 'after'>>,
): Promise<void> {
  const { clock, notify } = decisionContext;
  await lockItem(tx, id);
  const item = await itemFor(tx, decisionContext, person, id);
  if (!item.isOpen || item.version !== version) throw new ProblemError(409, 'changedMeanwhile');
  await recordDecision(tx, id, decision, clock.now, notify);
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
