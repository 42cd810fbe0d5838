import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '../configs/queries.ts';
import { platformName } from '../kit/page.ts';
import { meQuery } from '../people/queries.ts';
import classes from './dashboard.module.css';

/** Shows the dashboard's picture, with a greeting. */
export function DashboardHeader() {
  const { t } = useTranslation('challenges');
  const { data: me } = useQuery(meQuery);
  const { data: settings } = useQuery(settingsQuery);
  const [failed, setFailed] = useState<string>();
  const picture = settings?.headerPicture;
  return (
    <header className="dashboard-header night contours">
      <title>{`${t('dashboard.title')} · ${platformName}`}</title>
      {picture && picture !== failed && (
        <img src={picture} alt="" className="dashboard-picture" onError={() => setFailed(picture)} />
      )}
      <h1 className={classes.greeting}>{t('dashboard.greeting', { name: me?.givenName ?? '' })}</h1>
    </header>
  );
}
