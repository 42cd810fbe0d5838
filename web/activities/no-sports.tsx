import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '../ui/empty-state.tsx';

/** Replaces the form while there are no sports to choose. */
export function NoSports() {
  const { t } = useTranslation('activities');
  return (
    <EmptyState text={t('add.noSports')}>
      <Button component={Link} to="/" variant="default" size="md">
        {t('add.toDashboard')}
      </Button>
    </EmptyState>
  );
}
