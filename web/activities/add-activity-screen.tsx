import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ConnectPanel } from '../connected-accounts/connect-panel.tsx';
import { ConnectionNotice } from '../connected-accounts/connection-notice.tsx';
import { connectedAccountsQuery } from '../connected-accounts/queries.ts';
import { meQuery } from '../people/queries.ts';
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
import { ownSports } from './own-sports.ts';
import { activitiesQuery, useCreateActivity } from './queries.ts';

/** Lets people log an activity. */
export default function AddActivityScreen() {
  // Loads the texts of all components below; a component that loads texts later would suspend the screen again.
  const { t } = useTranslation(['activities', 'challenges', 'couplings', 'workouts']);
  const { isPending, sports, own } = useFormData();
  return (
    <Screen title={t('add.title')} back={{ to: '/my-activities', label: t('mine.title') }}>
      <ConnectionNotice />
      {isPending ? (
        <div className={classes.waiting}>
          <Waiting />
        </div>
      ) : (
        <div className="columns form-columns">
          <div className="stack gap-5">
            <Panel>
              {sports.isError && <ErrorBanner error={sports.error} onRetry={sports.refetch} />}
              {sports.data?.length === 0 && <NoSports />}
              {sports.data && sports.data.length > 0 && <AddForm sports={sports.data} own={own} />}
            </Panel>
            <ConnectPanel />
            <WorkoutFiles />
          </div>
          <CountingRules />
        </div>
      )}
    </Screen>
  );
}

/** Loads the data of the form and of the panels below at the same time, so that the layout does not shift. */
function useFormData() {
  const me = useQuery(meQuery).data;
  const sports = useQuery(sportsQuery);
  const connectedAccounts = useQuery(connectedAccountsQuery);
  const mine = useInfiniteQuery({ ...activitiesQuery({ person: me?.iri ?? '' }), enabled: Boolean(me) });
  const logged = mine.data?.pages.flatMap((page) => page['hydra:member']) ?? [];
  return {
    // When the session ends, there is briefly no signed-in person; the form must stay mounted.
    isPending: sports.isLoading || connectedAccounts.isLoading || mine.isLoading,
    sports,
    own: ownSports(logged),
  };
}

function AddForm({ sports, own }: { sports: Parameters<typeof ActivityForm>[0]['sports']; own: string[] }) {
  const { t } = useTranslation('activities');
  const navigate = useNavigate();
  const create = useCreateActivity();
  return (
    <ActivityForm
      sports={sports}
      ownSports={own}
      submitLabel={t('add.submit')}
      // Navigates only if the person is still on this screen.
      send={(body, keys) =>
        create.mutateAsync(
          { body, keys },
          { onSuccess: () => navigate('/my-activities', { state: { notice: 'added' } }) },
        )
      }
    />
  );
}
