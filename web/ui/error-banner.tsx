import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from './notice.tsx';

/** Why something could not be loaded, and a way on. */
export function ErrorBanner({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const { t } = useTranslation();
  return (
    <Notice kind="danger">
      <p>{error.message || t('errorOccurred')}</p>
      {onRetry && (
        <Button variant="default" mt="xs" onClick={() => onRetry()}>
          {t('tryAgain')}
        </Button>
      )}
    </Notice>
  );
}
