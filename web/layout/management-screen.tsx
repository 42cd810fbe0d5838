import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { enrolmentScreen } from '../../contract/second-factor.ts';
import { meQuery } from '../people/queries.ts';
import { secondFactorQuery } from '../sign-in/queries.ts';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';

/**
 * Shows the page that people without access see at the address of the management module. For organisers, moderators and
 * analysts, the server returns the organisers' app there, once they have any required two-factor authentication.
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
