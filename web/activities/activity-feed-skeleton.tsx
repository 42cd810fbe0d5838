import '@mantine/core/styles/Skeleton.css';
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './activity-card.module.css';

const rows = [0, 1, 2, 3, 4, 5, 6, 7];

/** Shows the placeholder for a list of activities that is loading. */
export function ActivityFeedSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('waiting')} className="list card divided">
      {rows.map((row) => (
        <div key={row} className={classes.card}>
          <div className={classes.head}>
            <Skeleton height={16} width="55%" mb={12} />
            <Skeleton height={14} width="75%" />
          </div>
          <div className={`${classes.figure} tally`}>
            <Skeleton height={40} width={64} />
          </div>
          <div className={`${classes.doing} row gap-5 tight`} />
        </div>
      ))}
    </div>
  );
}
