import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Challenge } from '../../contract/challenges.ts';
import { formatCount } from '../kit/numbers.ts';
import { usePending } from '../kit/pending.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { useNextPage } from '../ui/next-page.ts';
import classes from './activity-card.module.css';
import { ActivityCard } from './activity-card.tsx';
import { ActivityFeedSkeleton } from './activity-feed-skeleton.tsx';
import { activitiesQuery, useDeletedActivities } from './queries.ts';

/** Shows a list of activities, newest first: everybody's, one person's, or those on the days of a challenge. */
export function ActivityFeed({
  editable = false,
  challenge,
  person,
}: {
  challenge?: Challenge;
  person?: string;
  /** Whether people can edit and delete their own activities in this list. */
  editable?: boolean;
}) {
  const { t } = useTranslation(['activities', 'likes', 'comments', 'rankings', 'workouts', 'couplings']);
  const whose = { ...(challenge && { challenge: challenge['@id'] }), ...(person && { person }) };
  const feed = useInfiniteQuery(activitiesQuery(whose));
  const next = useNextPage<HTMLUListElement>(feed);
  const deleted = useDeletedActivities();
  const isPending = usePending(feed.isPending);
  if (feed.isPending || isPending) return <ActivityFeedSkeleton />;
  if (!feed.data) return <ErrorBanner error={feed.error} onRetry={feed.refetch} />;

  const shown = feed.data.pages.flatMap((page) => page['hydra:member']);
  const counted = shown.filter(({ uuid }) => !deleted.includes(uuid)).length;
  const total = Math.max(counted, feed.data.pages.at(-1)?.['hydra:totalItems'] ?? 0);
  // Other people's lists have no link to log an activity.
  if (shown.length === 0 && person && !editable) return <EmptyState text={t('feed.emptyOfOther')} />;
  if (shown.length === 0)
    return (
      <EmptyState text={t(person ? 'feed.emptyOfPerson' : 'feed.empty')}>
        <Button component={Link} to="/my-activities/add" variant="default" size="md">
          {t('add.title')}
        </Button>
      </EmptyState>
    );
  return (
    <div className="stack">
      <ul className="list card divided" ref={next.list}>
        {shown.map((activity) => (
          <li key={activity['@id']}>
            <ActivityCard
              activity={activity}
              showPerson={!person}
              editable={editable}
              challenge={challenge}
            />
          </li>
        ))}
      </ul>
      {feed.isFetchNextPageError && <ErrorBanner error={feed.error} onRetry={next.load} focused />}
      <div className={`${classes.footer} row spread gap-3 soft small`}>
        <p role="status">
          {t('feed.shown', {
            // Says whose activities are counted, because the same screen also shows the number of activities
            // in the challenge.
            ...(!person && { context: challenge ? 'challenge' : 'everybody' }),
            count: total,
            shown: formatCount(counted),
            total: formatCount(total),
          })}
        </p>
        {feed.hasNextPage && (
          <Button variant="default" size="md" loading={feed.isFetchingNextPage} onClick={next.load}>
            {t('feed.loadMore')}
          </Button>
        )}
      </div>
    </div>
  );
}
