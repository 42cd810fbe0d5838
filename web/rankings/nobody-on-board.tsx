import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Challenge } from '../../contract/challenges.ts';
import { formatDate } from '../kit/dates.ts';
import classes from './board.module.css';
import { boardState } from './board-state.ts';
import type { RankingInput } from './queries.ts';

/**
 * Shows the message on an empty board; if an activity would still count on it, the message invites people to be the
 * first.
 */
export function NobodyOnBoard(props: { query: RankingInput; challenge: Challenge | undefined }) {
  const { query, challenge } = props;
  const { t } = useTranslation('rankings');
  const context = query.of ?? 'people';
  const state = boardState(query, challenge);
  return (
    <p className={`${classes.empty} soft`}>
      {state === 'upcoming' && t('board.emptyComing', { date: formatDate(challenge?.startsAt ?? '') })}
      {state === 'finished' && t('board.emptyPast', { context })}
      {state === 'onNow' && t('board.empty', { context })}{' '}
      {state === 'onNow' && context === 'people' && <Link to="/my-activities/add">{t('board.beFirst')}</Link>}
    </p>
  );
}
