import { Button } from '@mantine/core';
import { IconCheck, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Waiting } from '../ui/waiting.tsx';
import { useRefresh } from './queries.ts';

/**
 * Shows a button that refetches an activity from its service. After a failure, it shows the reason and allows a retry.
 */
export function RefreshButton(props: { uuid: string; onFailure: (failure: Error) => void }) {
  const { t } = useTranslation('couplings');
  const refresh = useRefresh(props.uuid);
  if (refresh.isPending) return <Waiting small />;
  const Icon = refresh.isSuccess ? IconCheck : IconRefresh;
  return (
    <>
      <Button
        variant="subtle"
        className="quiet"
        leftSection={<Icon aria-hidden size={18} />}
        onClick={() => refresh.mutate(undefined, { onError: props.onFailure })}
      >
        {t(refresh.isSuccess ? 'refresh.done' : 'refresh.idle')}
      </Button>
      {refresh.error && (
        <span role="alert" className="failed small">
          {refresh.error.message}
        </span>
      )}
    </>
  );
}
