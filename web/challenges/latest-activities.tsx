import { Button } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Challenge } from '../../contract/challenges.ts';
import { ActivityFeed } from '../activities/activity-feed.tsx';
import classes from './dashboard.module.css';

/** Shows the latest activities, either all or those of a challenge, with a button to log an activity. */
export function LatestActivities({ challenge }: { challenge?: Challenge }) {
  const { t } = useTranslation('challenges');
  const title = useId();
  return (
    <section className="stack gap-3" aria-labelledby={title}>
      <header className="row spread gap-3">
        <h2 id={title} className={`${classes.title} heading`}>
          {t('latestActivities')}
        </h2>
        {/* Once the results are final, new activities do not count, so a link to the ranking replaces the button. */}
        {challenge?.state === 'frozen' ? (
          <Button
            component={Link}
            to={`/challenges/ranking/${challenge.uri}`}
            variant="default"
            className={classes.add as string}
          >
            {t('results.toThem')}
          </Button>
        ) : (
          <Button
            component={Link}
            to="/my-activities/add"
            variant="default"
            className={classes.add as string}
          >
            {t('addActivity')}
          </Button>
        )}
      </header>
      <ActivityFeed {...(challenge ? { challenge } : {})} />
    </section>
  );
}
