import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import type { Activity } from '../../contract/activities.ts';
import { CallFailure } from '../kit/call.ts';
import { meQuery } from '../people/queries.ts';
import { sportsQuery } from '../sports/queries.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';
import classes from './activity-form.module.css';
import { ActivityForm } from './activity-form.tsx';
import { CountingRules } from './counting-rules.tsx';
import { activityQuery, useReplaceActivity } from './queries.ts';

/** Lets people change their own activity. */
export default function EditActivityScreen() {
  const { t } = useTranslation('activities');
  const { uuid = '' } = useParams();
  return (
    <Screen title={t('edit.title')} back={{ to: '/my-activities', label: t('mine.title') }}>
      <ActivityToEdit key={uuid} uuid={uuid} />
    </Screen>
  );
}

function ActivityToEdit({ uuid }: { uuid: string }) {
  const { t } = useTranslation('activities');
  const me = useQuery(meQuery).data;
  const sports = useQuery(sportsQuery);
  // Refetched data must not overwrite the text that the person is typing.
  const activity = useQuery({ ...activityQuery(uuid), gcTime: 0, refetchOnWindowFocus: false });
  const failed = [activity, sports].find((query) => query.isError);

  if (activity.error instanceof CallFailure && activity.error.status === 404)
    return <NoEditing>{t('edit.unknown')}</NoEditing>;
  if (failed?.error) return <ErrorBanner error={failed.error} onRetry={failed.refetch} />;
  if (!activity.data || !sports.data)
    return (
      <div className={classes.waiting}>
        <Waiting />
      </div>
    );
  if (activity.data.person.id !== me?.id) return <NoEditing>{t('edit.notYours')}</NoEditing>;
  return (
    <div className="columns form-columns">
      <Panel>
        <EditForm activity={activity.data} sports={sports.data} />
      </Panel>
      <CountingRules />
    </div>
  );
}

function EditForm(props: { activity: Activity; sports: Parameters<typeof ActivityForm>[0]['sports'] }) {
  const { t } = useTranslation('activities');
  const navigate = useNavigate();
  const replace = useReplaceActivity(props.activity.uuid);
  return (
    <ActivityForm
      {...props}
      submitLabel={t('edit.submit')}
      // Navigates only if the person is still on this screen.
      send={(entry) =>
        replace.mutateAsync(entry, {
          onSuccess: () => navigate('/my-activities', { state: { notice: 'changed' } }),
        })
      }
      aside={(leave) => (
        <Button component={Link} to="/my-activities" variant="default" size="md" onClick={leave}>
          {t('edit.cancel')}
        </Button>
      )}
    />
  );
}

function NoEditing({ children }: { children: ReactNode }) {
  const { t } = useTranslation('activities');
  return (
    <Notice kind="danger">
      <p>{children}</p>
      <Button component={Link} to="/my-activities" variant="default" mt="xs">
        {t('edit.back')}
      </Button>
    </Notice>
  );
}
