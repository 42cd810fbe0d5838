import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Activity } from '../../contract/activities.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { useNextPage } from '../ui/next-page.ts';
import { Waiting } from '../ui/waiting.tsx';
import { CommentCard } from './comment-card.tsx';
import { CommentForm } from './comment-form.tsx';
import { commentsQuery } from './queries.ts';

/** Shows the form for a new comment, and below it the comments on an activity, newest first. */
export function CommentPanel(props: { activity: Activity; onFailure: (failure: Error) => void }) {
  const { activity, onFailure } = props;
  const { t } = useTranslation('comments');
  const list = useInfiniteQuery(commentsQuery(activity.uuid));
  const next = useNextPage<HTMLUListElement>(list);
  const { error } = list;
  useEffect(() => {
    if (error) onFailure(error);
  }, [error, onFailure]);

  if (list.isPending) return <Waiting small />;
  if (!list.data) return <ErrorBanner error={list.error} onRetry={list.refetch} />;
  const shown = list.data.pages.flatMap((page) => page['hydra:member']);
  return (
    <div className="stack">
      <CommentForm activity={activity} />
      {shown.length === 0 && <p className="soft">{t('empty')}</p>}
      <ul className="list divided" ref={next.list}>
        {shown.map((comment) => (
          <li key={comment['@id']}>
            <CommentCard activityUuid={activity.uuid} comment={comment} onFailure={onFailure} />
          </li>
        ))}
      </ul>
      {list.isFetchNextPageError && <ErrorBanner error={list.error} onRetry={next.load} focused />}
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={next.load}>
          {t('more')}
        </Button>
      )}
    </div>
  );
}
