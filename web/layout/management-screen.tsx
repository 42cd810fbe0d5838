import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { enrolmentScreen } from '../../contract/second-factor.ts';
import { meQuery } from '../people/queries.ts';
import { secondFactorQuery } from '../sessions/queries.ts';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';

/**
 * The address of the management module. The server answers it with another page for organisers and moderators, once
 * they have the two-factor authentication that may be required.
 */
export default function ManagementScreen() {
  const { t } = useTranslation('layout');
  const { data: me } = useQuery(meQuery);
  const isTheirs = me?.role !== undefined && me.role !== 'participant';
  const { data: factor } = useQuery({ ...secondFactorQuery, enabled: isTheirs });
  const isDue = factor?.isDemanded && !factor.enrolledAt;
  useEffect(() => {
    if (isTheirs && factor && !isDue) location.reload();
  }, [isTheirs, factor, isDue]);
  if (isDue) return <Navigate to={enrolmentScreen} replace />;
  return (
    <Screen title={t('management.title')} back={{ to: '/', label: t('back.dashboard') }}>
      {!me || isTheirs ? <Waiting /> : <Notice kind="danger">{t('management.forbidden')}</Notice>}
    </Screen>
  );
}
