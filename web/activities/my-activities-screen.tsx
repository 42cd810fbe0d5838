import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { meQuery } from '../people/queries.ts';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';
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
      {me && (
        <div className={classes.columns}>
          <PersonCard person={me} />
          <ActivityFeed person={me.iri} editable />
        </div>
      )}
    </Screen>
  );
}

/** What the form that led here had to say; gone from the history, so that going back does not say it again. */
function useNoticeOnce(): string | undefined {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [notice] = useState<string | undefined>(state?.notice);
  useEffect(() => {
    if (state?.notice) navigate('.', { replace: true, state: null });
  }, [state, navigate]);
  return notice;
}
