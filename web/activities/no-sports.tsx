import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '../ui/empty-state.tsx';

/** Shown instead of the form while there is no sport to choose. */
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
