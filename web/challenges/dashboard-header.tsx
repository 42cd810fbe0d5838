import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { settingsQuery } from '../configs/queries.ts';
import { platformName } from '../kit/page.ts';
import { meQuery } from '../people/queries.ts';
import contours from '../ui/contours.module.css';
import classes from './dashboard-header.module.css';

/** The dashboard's picture, with a greeting and the way to log an activity. */
export function DashboardHeader() {
  const { t } = useTranslation('challenges');
  const { data: me } = useQuery(meQuery);
  const { data: settings } = useQuery(settingsQuery);
  const [failed, setFailed] = useState<string>();
  const picture = settings?.headerPicture;
  return (
    <header className={`${classes.header} ${contours.contours}`}>
      <title>{`${t('dashboard.title')} · ${platformName}`}</title>
      {picture && picture !== failed && (
        <img src={picture} alt="" className={classes.picture} onError={() => setFailed(picture)} />
      )}
      <h1 className={classes.greeting}>{t('dashboard.greeting', { name: me?.givenName ?? '' })}</h1>
      <Button
        component={Link}
        to="/my-activities/add"
        size="md"
        leftSection={<IconPlus aria-hidden size={20} />}
      >
        {t('addActivity')}
      </Button>
    </header>
  );
}
