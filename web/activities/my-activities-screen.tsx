import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ConnectedAccounts } from '../connected-accounts/connected-accounts.tsx';
import { useNoticeOnce } from '../kit/notice-once.ts';
import areas from '../layout/areas.module.css';
import { meQuery } from '../people/queries.ts';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { questionsQuery } from '../workouts/queries.ts';
import { SameWorkoutQuestions } from '../workouts/same-workout-questions.tsx';
import { ActivityFeed } from './activity-feed.tsx';
import { OwnPeriods } from './own-periods.tsx';
import { PersonCard } from './person-card.tsx';

/** Shows the signed-in person's activities with their totals: overall, this week and this month. */
export default function MyActivitiesScreen() {
  const { t } = useTranslation('activities');
  const me = useQuery(meQuery).data;
  const notice = useNoticeOnce();
  // Waits for the questions, which would push down the content below if they appeared later.
  const isAsking = useQuery(questionsQuery).isPending;
  return (
    <Screen
      title={t('mine.title')}
      action={
        <Button component={Link} to="/my-activities/add" size="md" leftSection={<IconPlus aria-hidden />}>
          {t('add.title')}
        </Button>
      }
    >
      {notice === 'added' && <Notice kind="success">{t('mine.added')}</Notice>}
      {notice === 'changed' && <Notice kind="success">{t('mine.changed')}</Notice>}
      <SameWorkoutQuestions />
      {isAsking && <Waiting />}
      {me && (
        <div className={areas.areas} hidden={isAsking}>
          <div className={`${areas.first} stack`}>
            <PersonCard person={me} />
            <OwnPeriods />
          </div>
          <div className={areas.main}>
            <ActivityFeed person={me.iri} editable />
          </div>
          <div className={areas.rest}>
            <ConnectedAccounts />
          </div>
        </div>
      )}
    </Screen>
  );
}
