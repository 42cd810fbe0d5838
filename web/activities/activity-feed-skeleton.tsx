import '@mantine/core/styles/Skeleton.css';
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import cardClasses from './activity-card.module.css';
import classes from './activity-feed.module.css';

const rows = [0, 1, 2, 3, 4, 5, 6, 7];

/** Placeholder for a list of activities while it loads. */
export function ActivityFeedSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('waiting')} className={classes.list}>
      {rows.map((row) => (
        <div key={row} className={cardClasses.card}>
          <div className={cardClasses.head}>
            <Skeleton height={16} width="55%" mb={12} />
            <Skeleton height={14} width="75%" />
          </div>
          <div className={cardClasses.figure}>
            <Skeleton height={40} width={64} />
          </div>
          <div className={cardClasses.doing} />
        </div>
      ))}
    </div>
  );
}
