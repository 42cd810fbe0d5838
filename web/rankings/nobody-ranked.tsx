import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Challenge } from '../../contract/challenges.ts';
import { formatDate } from '../kit/dates.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { boardState } from './board-state.ts';
import type { RankingInput } from './queries.ts';

/** Replaces an empty ranking; explains why the ranking is empty and what to do. */
export function NobodyRanked(props: {
  query: Omit<RankingInput, 'limit'>;
  challenge: Challenge | undefined;
}) {
  const { query, challenge } = props;
  const { t } = useTranslation('rankings');
  const context = query.of ?? 'people';
  const state = boardState(query, challenge);
  if (state === 'upcoming' && challenge)
    return (
      <EmptyState text={t('table.comingChallenge', { date: formatDate(challenge.startsAt) })}>
        <WayOn to={`/our-challenges/${challenge.uri}`} label={t('table.toChallenge')} />
      </EmptyState>
    );
  if (state === 'upcoming')
    return (
      <EmptyState text={t(query.periodType === 'week' ? 'table.comingWeek' : 'table.comingMonth')}>
        <WayOn to="." label={t('table.toNow')} />
      </EmptyState>
    );
  if (state === 'finished') return <EmptyState text={t('table.emptyPast', { context })} />;
  return (
    <EmptyState text={t('table.empty', { context })}>
      <WayOn to="/my-activities/add" label={t('standing.add')} />
    </EmptyState>
  );
}

function WayOn({ to, label }: { to: string; label: string }) {
  return (
    <Button component={Link} to={to} variant="default" size="md">
      {label}
    </Button>
  );
}
