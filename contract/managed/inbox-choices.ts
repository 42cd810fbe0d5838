import type { ActivityState } from '../activity-state.ts';
import type { Choice, InboxItem } from './inbox.ts';

type DecidableItem = Pick<InboxItem, 'kind' | 'decisions' | 'answeredAt'> & {
  activity: Pick<NonNullable<InboxItem['activity']>, 'source'> | null;
};

/** The state of an activity before the latest series of organisers' changes; undefined if there are none. */
export function stateBefore({ decisions }: Pick<DecidableItem, 'decisions'>): ActivityState | undefined {
  const letBe = decisions.findLastIndex(({ decision }) => !/^(correct|discount|remove)$/.test(decision));
  return decisions[letBe + 1]?.before ?? undefined;
}

/**
 * The possible decisions on a case. After the person's answer, the choice is whether the decision is upheld: «accept»
 * could mean accepting the answer or the decision. Activities are corrected by their form instead.
 */
export function choicesOf(matter: DecidableItem): Choice[] {
  const { kind, activity, answeredAt, decisions } = matter;
  const answered =
    answeredAt !== null && !decisions.some(({ decision }) => /^(uphold|reinstate)$/.test(decision));
  if (!answered) return kind === 'comment' ? ['keep', 'hide'] : activity ? ['accept', 'discount'] : [];
  const last = decisions.at(-1)?.decision;
  if (kind === 'comment') return ['uphold', last === 'hide' ? 'reinstate' : 'hide'];
  if (!activity) return ['uphold'];
  if (last === 'accept') return ['uphold', 'discount'];
  const before = stateBefore(matter);
  const canReturn = before && (activity.source !== 'manual' || before.sportId !== undefined);
  return canReturn ? ['uphold', 'reinstate'] : ['uphold'];
}
