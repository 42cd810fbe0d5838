import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '../ui/empty-state.tsx';

/** Replaces the ranking for a sport that has no board. */
export function NoSuchBoard() {
  const { t } = useTranslation('rankings');
  return (
    <EmptyState text={t('noSuchBoard')}>
      <Button component={Link} to="/our-statistics" variant="default" size="md">
        {t('backToStatistics')}
      </Button>
    </EmptyState>
  );
}
