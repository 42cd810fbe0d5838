import type { ActivityState } from '../../contract/activity-state.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import type { Clock } from '../kit/platform-day.ts';
import type { Enqueue } from '../kit/queue.ts';
import type { Decision } from './decision.ts';
import type { DecisionMail } from './decision-mail.ts';

/** Who decides a case, when, and how the affected person is notified. */
export interface DecisionContext {
  db: Db;
  iris: Iris;
  personId: number;
  clock: Clock;
  notify: Enqueue<DecisionMail>;
}

/** Stores a decision, with the activity's state before and after it. */
export type Close = (tx: Db, states?: Partial<Record<'before' | 'after', ActivityState>>) => Promise<void>;

/**
 * The effects of decisions on comments and activities. Higher layers implement them; `server/composition.ts`
 * injects them.
 */
export interface DecisionEffects {
  hideComment(tx: Db, commentId: number, isHidden: boolean): Promise<void>;
  /** Upholds a decision. `activityId` is undefined if the activity was removed. */
  uphold(
    decisionContext: DecisionContext,
    activityId: number | undefined,
    before: ActivityState | undefined,
    close: Close,
  ): Promise<void>;
  /** Restores an activity to its state before organisers changed it. */
  reinstate(
    decisionContext: DecisionContext,
    activityId: number,
    was: ActivityState,
    reason: string,
    close: Close,
  ): Promise<void>;
  /**
   * Applies a decision on a case. `accept` leaves the activity as it is, and its owner may change it again. `discount`
   * excludes the activity from the score.
   */
  acceptOrDiscount(
    decisionContext: DecisionContext,
    activityId: number,
    input: Pick<Decision, 'decision' | 'reason'>,
    close: Close,
  ): Promise<void>;
}
