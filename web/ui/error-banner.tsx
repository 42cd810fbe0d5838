import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from './notice.tsx';

/** Says why loading failed, and offers a retry. Set `focused` if the banner replaces the focused element. */
export function ErrorBanner(props: { error: Error; onRetry?: () => void; focused?: boolean }) {
  const { error, onRetry, focused = false } = props;
  const { t } = useTranslation();
  return (
    <Notice kind="danger" focused={focused}>
      <p>{error.message || t('errorOccurred')}</p>
      {onRetry && (
        <Button variant="default" mt="xs" onClick={() => onRetry()}>
          {t('tryAgain')}
        </Button>
      )}
    </Notice>
  );
}
