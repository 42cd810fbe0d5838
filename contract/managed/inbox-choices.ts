import type { ActivityState } from '../activity-state.ts';
import type { Choice, InboxItem } from './inbox.ts';

type Matter = Pick<InboxItem, 'kind' | 'decisions' | 'answeredAt'> & {
  activity: Pick<NonNullable<InboxItem['activity']>, 'source'> | null;
};

/** What an activity was before all that organisers have decided about it since they last let it be; none: they did. */
export function stateBefore({ decisions }: Pick<Matter, 'decisions'>): ActivityState | undefined {
  const letBe = decisions.findLastIndex(({ decision }) => !/^(correct|discount|remove)$/.test(decision));
  return decisions[letBe + 1]?.before ?? undefined;
}

/**
 * What can be decided about a matter. Where its person has answered, it is whether the decision stands: «accept» would
 * leave open whether the answer or the decision is accepted. An activity is corrected by its form besides.
 */
export function choicesOf(matter: Matter): Choice[] {
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
