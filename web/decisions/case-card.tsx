import { useTranslation } from 'react-i18next';
import type { ActivityState } from '../../contract/activity-state.ts';
import type { DecisionCase } from '../../contract/decisions.ts';
import { amountText } from '../activities/activity-amount.ts';
import { momentText } from '../comments/comment-moment.ts';
import { formatDate } from '../kit/dates.ts';
import { formatKilometers } from '../kit/numbers.ts';
import { sportLabel } from '../sports/sport-label.ts';
import { Panel } from '../ui/panel.tsx';
import { AnswerForm } from './answer-form.tsx';
import classes from './case-card.module.css';

/** The decisions that need a description of the new state; the others explain themselves. */
const showsAfter = new Set(['correct', 'uphold', 'reinstate']);

/** Shows all decisions about one activity or comment, newest first, with the person's answer. */
export function CaseCard({ item }: { item: DecisionCase }) {
  const { t } = useTranslation('decisions');
  const { decisions, answer, answeredAt, comment, isOpen } = item;
  return (
    <Panel title={t(`kinds.${decisions[0]?.decision ?? 'accept'}`)}>
      <div className={`${classes.card} stack gap-3`}>
        {comment !== null && <blockquote className={classes.words}>{comment}</blockquote>}
        {decisions.map((one, place) => (
          <div key={one.at + one.decision} className={classes.decision}>
            <p className="soft small">
              {place > 0 && `${t(`kinds.${one.decision}`)} · `}
              <time dateTime={one.at}>{momentText(one.at)}</time>
            </p>
            {one.before && <State label={t('before')} state={one.before} />}
            {one.after && showsAfter.has(one.decision) && <State label={t('after')} state={one.after} />}
            <p>
              <strong>{t('why')}</strong> {one.reason}
            </p>
          </div>
        ))}
        {answer !== null && answeredAt !== null && (
          <div className={classes.decision}>
            <p className="soft small">
              {t('answered')} · <time dateTime={answeredAt}>{momentText(answeredAt)}</time>
            </p>
            <p className={classes.words}>{answer}</p>
            <p>{t(isOpen ? 'waits' : 'final')}</p>
          </div>
        )}
        {answer === null && <AnswerForm uuid={item.uuid} />}
      </div>
    </Panel>
  );
}

/** Describes an activity in one line. */
function State({ label, state }: { label: string; state: ActivityState }) {
  const { t, i18n } = useTranslation(['decisions', 'activities']);
  const activities = useTranslation('activities').t;
  const counted = state.counts
    ? t('counted', { kilometers: formatKilometers(state.challengeKms) })
    : t('notCounted');
  const parts = [
    formatDate(state.performedAt),
    sportLabel({ labels: state.sportLabels }, i18n.language),
    amountText(activities, state),
    counted,
  ];
  return (
    <p>
      <strong>{label}</strong> {parts.filter(Boolean).join(' · ')}
    </p>
  );
}
