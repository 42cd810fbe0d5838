import type { ActivityState } from '../../contract/activity-state.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import type { Clock } from '../kit/platform-day.ts';
import type { Enqueue } from '../kit/queue.ts';
import type { Decision } from './decision.ts';
import type { DecisionMail } from './decision-mail.ts';

/** Who decides, when, and how the person is notified. */
export interface Deciding {
  db: Db;
  iris: Iris;
  personId: number;
  clock: Clock;
  tell: Enqueue<DecisionMail>;
}

/** Writes the decision, with what the activity was and is. */
export type Close = (tx: Db, states?: Partial<Record<'before' | 'after', ActivityState>>) => Promise<void>;

/** What decisions do to comments and activities, which are above; `server/composition.ts` hands it in. */
export interface DecisionEffects {
  hideComment(tx: Db, commentId: number, isHidden: boolean): Promise<void>;
  /** The decision that organisers keep; none: they have removed the activity. */
  uphold(
    deciding: Deciding,
    activityId: number | undefined,
    before: ActivityState | undefined,
    close: Close,
  ): Promise<void>;
  /** An activity is again what it was before organisers changed it. */
  reinstate(
    deciding: Deciding,
    activityId: number,
    was: ActivityState,
    reason: string,
    close: Close,
  ): Promise<void>;
  /** Accepted: it counts as it is, and is its owner's again. Else it does not count, and stays so. */
  acceptOrDiscount(
    deciding: Deciding,
    activityId: number,
    word: Pick<Decision, 'decision' | 'reason'>,
    close: Close,
  ): Promise<void>;
}
