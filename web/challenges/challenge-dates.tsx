import { useTranslation } from 'react-i18next';
import type { Challenge } from '../../contract/challenges.ts';
import { formatDateRange } from '../kit/dates.ts';
import classes from './challenge-summary.module.css';
import { challengeState } from './challenge-texts.ts';

/** Shows the dates of a challenge and its state. */
export function ChallengeDates({ challenge }: { challenge: Challenge }) {
  const { t } = useTranslation('challenges');
  const state = challengeState(challenge);
  return (
    <p className="row gap-entry soft small">
      <span className={`${classes.state} badge`} data-state={state}>
        {t(`state.${state}`)}
      </span>
      {formatDateRange(challenge.startsAt, challenge.endsAt)}
    </p>
  );
}
