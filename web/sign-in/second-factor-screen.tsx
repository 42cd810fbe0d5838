import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Answer } from '../../contract/kit/operation.ts';
import type * as secondFactor from '../../contract/second-factor.ts';
import { basePath } from '../kit/page.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { EnrolmentCode } from './enrolment-code.tsx';
import { EnrolmentStart } from './enrolment-start.tsx';
import { secondFactorQuery } from './queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import classes from './second-factor.module.css';
import { SecondFactorRemoval } from './second-factor-removal.tsx';

/** Lets people switch two-factor authentication on or off, and shows the recovery codes once. */
export default function SecondFactorScreen() {
  const { t } = useTranslation(['second-factor', 'people']);
  const client = useQueryClient();
  const { data: state, error, refetch } = useQuery(secondFactorQuery);
  const [begun, setBegun] = useState<Answer<typeof secondFactor.begin>>();
  const [codes, setCodes] = useState<string[]>();
  const refresh = () => client.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
  const enrolled = async (recoveryCodes: string[]) => {
    setCodes(recoveryCodes);
    setBegun(undefined);
    await refresh();
  };
  return (
    <Screen title={t('title')} back={{ to: '/my-profile/settings', label: t('people:mine.settings') }}>
      {error && <ErrorBanner error={error} onRetry={refetch} />}
      {!state && !error && <Waiting />}
      {state && (
        <div className={`${classes.page} stack`}>
          {state.isDemanded && !state.enrolledAt && <Notice kind="info">{t('demanded')}</Notice>}
          <Panel>
            {codes ? (
              <RecoveryCodes codes={codes} next={<WayOn isDemanded={state.isDemanded} />} />
            ) : state.enrolledAt ? (
              <SecondFactorRemoval
                hasPassword={state.hasPassword}
                codesLeft={state.recoveryCodesLeft}
                onDone={refresh}
              />
            ) : begun ? (
              <EnrolmentCode begun={begun} onDone={enrolled} />
            ) : (
              <EnrolmentStart hasPassword={state.hasPassword} onBegun={setBegun} />
            )}
          </Panel>
        </div>
      )}
    </Screen>
  );
}

/** Shows the link to continue. People who had to set up two-factor authentication continue to the organisers' app. */
function WayOn({ isDemanded }: { isDemanded: boolean }) {
  const { t } = useTranslation('second-factor');
  return isDemanded ? (
    <Button component="a" href={`${basePath}dashboard`} size="md">
      {t('codes.toManagement')}
    </Button>
  ) : (
    <Button component={Link} to="/my-profile" size="md">
      {t('codes.kept')}
    </Button>
  );
}
