import { Button } from '@mantine/core';
import { IconDeviceMobileCode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { enrolmentScreen } from '../../contract/second-factor.ts';
import { Panel } from '../ui/panel.tsx';
import { secondFactorQuery } from './queries.ts';

/** Shows whether two-factor authentication is on, with a link to switch it on or off. */
export function SecondFactorPanel() {
  const { t } = useTranslation('second-factor');
  const { data: state } = useQuery(secondFactorQuery);
  if (!state) return null;
  const { enrolledAt, isDemanded, recoveryCodesLeft } = state;
  return (
    <Panel title={t('title')}>
      <p className="soft mb-3">
        {enrolledAt ? t('panel.on', { count: recoveryCodesLeft }) : t(isDemanded ? 'panel.due' : 'panel.off')}
      </p>
      <Button
        component={Link}
        to={enrolmentScreen}
        variant="default"
        size="md"
        leftSection={<IconDeviceMobileCode aria-hidden size={18} />}
      >
        {t(enrolledAt ? 'panel.change' : 'panel.setUp')}
      </Button>
    </Panel>
  );
}
