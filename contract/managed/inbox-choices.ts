import type { ActivityState } from '../activity-state.ts';
import type { Choice, InboxItem } from './inbox.ts';

type DecidableItem = Pick<InboxItem, 'kind' | 'decisions' | 'answeredAt'> & {
  activity: Pick<NonNullable<InboxItem['activity']>, 'source'> | null;
};

/** Returns an activity's state before the organisers' latest series of changes; undefined if they changed nothing. */
export function stateBefore({ decisions }: Pick<DecidableItem, 'decisions'>): ActivityState | undefined {
  const lastUnchanged = decisions.findLastIndex(
    ({ decision }) => !/^(correct|discount|remove)$/.test(decision),
  );
  return decisions[lastUnchanged + 1]?.before ?? undefined;
}

/**
 * Returns the possible decisions on a case. After the person's answer, the moderator upholds or reverses the decision;
 * «accept» would be ambiguous, as it could refer to the answer or to the decision. To correct an activity, organisers
 * use its form.
 */
export function choicesOf(item: DecidableItem): Choice[] {
  const { kind, activity, answeredAt, decisions } = item;
  const answered =
    answeredAt !== null && !decisions.some(({ decision }) => /^(uphold|reinstate)$/.test(decision));
  if (!answered) return kind === 'comment' ? ['keep', 'hide'] : activity ? ['accept', 'discount'] : [];
  const last = decisions.at(-1)?.decision;
  if (kind === 'comment') return ['uphold', last === 'hide' ? 'reinstate' : 'hide'];
  if (!activity) return ['uphold'];
  if (last === 'accept') return ['uphold', 'discount'];
  const before = stateBefore(item);
  const canReturn = before && (activity.source !== 'manual' || before.sportId !== undefined);
  return canReturn ? ['uphold', 'reinstate'] : ['uphold'];
}
