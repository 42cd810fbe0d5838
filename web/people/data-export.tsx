import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDataExport } from '../accounts/queries.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Panel } from '../ui/panel.tsx';

/** Shows a button that downloads everything that the signed-in person has entered. */
export function DataExport({ text }: { text?: string }) {
  const { t } = useTranslation('people');
  const download = useDataExport();
  return (
    <Panel title={t('export.title')}>
      <p className="soft mb-4">{text ?? t('export.text')}</p>
      {download.error && <ErrorBanner error={download.error} />}
      <Button
        variant="default"
        size="md"
        loading={download.isPending}
        leftSection={<IconDownload aria-hidden size={18} />}
        onClick={() => download.mutate()}
      >
        {t('export.button')}
      </Button>
    </Panel>
  );
}
