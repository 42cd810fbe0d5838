import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CouplingList } from '../couplings/coupling-list.tsx';
import { useNoticeOnce } from '../kit/notice-once.ts';
import { meQuery } from '../people/queries.ts';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { SameWorkoutQuestions } from '../workouts/same-workout-questions.tsx';
import { ActivityFeed } from './activity-feed.tsx';
import classes from './my-activities-screen.module.css';
import { PersonCard } from './person-card.tsx';

/** One's own activities, below what they add up to. */
export default function MyActivitiesScreen() {
  const { t } = useTranslation('activities');
  const me = useQuery(meQuery).data;
  const notice = useNoticeOnce();
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
      {me && (
        <div className={classes.columns}>
          <div className={classes.self}>
            <PersonCard person={me} />
            <CouplingList />
          </div>
          <ActivityFeed person={me.iri} editable />
        </div>
      )}
    </Screen>
  );
}
