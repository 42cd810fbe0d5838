import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CallFailure } from '../kit/call.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';

/** Replaces a team's screen while the team is loading, if it does not exist, or if loading fails. */
export function TeamState({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const { t } = useTranslation('teams');
  if (!error) return <Waiting />;
  const isUnknown = error instanceof CallFailure && [404, 422].includes(error.status);
  return (
    <Screen title={t(isUnknown ? 'unknown.title' : 'team')} back={{ to: '/', label: t('back') }}>
      {isUnknown ? (
        <EmptyState text={t('unknown.text')}>
          <Button component={Link} to="/our-statistics" variant="default" size="md">
            {t('unknown.wayOn')}
          </Button>
        </EmptyState>
      ) : (
        <ErrorBanner error={error} onRetry={onRetry} />
      )}
    </Screen>
  );
}
