import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { meQuery } from '../people/queries.ts';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';

/** The address of the management module: for organisers and moderators the server has another page here. */
export default function ManagementScreen() {
  const { t } = useTranslation('layout');
  const { data: me } = useQuery(meQuery);
  const isTheirs = me?.role !== undefined && me.role !== 'participant';
  useEffect(() => {
    if (isTheirs) location.reload();
  }, [isTheirs]);
  return (
    <Screen title={t('management.title')} back={{ to: '/', label: t('back.dashboard') }}>
      {!me || isTheirs ? <Waiting /> : <Notice kind="danger">{t('management.forbidden')}</Notice>}
    </Screen>
  );
}
