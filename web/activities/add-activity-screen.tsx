import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ConnectPanel } from '../couplings/connect-panel.tsx';
import { CouplingNotice } from '../couplings/coupling-notice.tsx';
import { sportsQuery } from '../sports/queries.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Panel } from '../ui/panel.tsx';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { WorkoutFiles } from '../workouts/workout-files.tsx';
import classes from './activity-form.module.css';
import { ActivityForm } from './activity-form.tsx';
import { CountingRules } from './counting-rules.tsx';
import { NoSports } from './no-sports.tsx';
import { useCreateActivity } from './queries.ts';

/** Where an activity is logged. */
export default function AddActivityScreen() {
  const { t } = useTranslation('activities');
  const navigate = useNavigate();
  const sports = useQuery(sportsQuery);
  const create = useCreateActivity();
  return (
    <Screen title={t('add.title')} back={{ to: '/my-activities', label: t('mine.title') }}>
      <CouplingNotice />
      <div className={classes.columns}>
        <div className={classes.main}>
          <Panel>
            {sports.isPending && <Waiting />}
            {sports.isError && <ErrorBanner error={sports.error} onRetry={sports.refetch} />}
            {sports.data?.length === 0 && <NoSports />}
            {sports.data && sports.data.length > 0 && (
              <ActivityForm
                sports={sports.data}
                submitLabel={t('add.submit')}
                // Whoever has left the screen in the meantime stays where they went.
                send={(entry) =>
                  create.mutateAsync(entry, {
                    onSuccess: () => navigate('/my-activities', { state: { notice: 'added' } }),
                  })
                }
              />
            )}
          </Panel>
          <ConnectPanel />
          <WorkoutFiles />
        </div>
        <CountingRules />
      </div>
    </Screen>
  );
}
