import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Activity } from '../../contract/activities.ts';
import { CommentButton } from '../comments/comment-button.tsx';
import { settingsQuery } from '../configs/queries.ts';
import { LikeButton } from '../likes/like-button.tsx';
import { LikeList } from '../likes/like-list.tsx';
import type { Disclosure } from '../ui/disclosure.tsx';
import { Waiting } from '../ui/waiting.tsx';
import classes from './activity-card.module.css';
import { useActivityName } from './activity-name.ts';

const CommentPanel = lazy(() =>
  import('../comments/comment-panel.tsx').then((file) => ({ default: file.CommentPanel })),
);

interface Social {
  activity: Activity;
  likes: Disclosure;
  comments: Disclosure;
  onFailure: (failure: Error) => void;
}

/** Shows the like button and the number of comments of an activity, if these features are switched on. */
export function SocialButtons({ activity, likes, comments, onFailure }: Social) {
  const settings = useQuery(settingsQuery).data;
  const of = useActivityName(activity);
  if (!settings?.likesEnabled && !settings?.commentsEnabled) return null;
  return (
    <div className={classes.buttons}>
      {settings.likesEnabled && (
        <LikeButton activity={activity} of={of} names={likes} onFailure={onFailure} />
      )}
      {settings.commentsEnabled && (
        <CommentButton count={activity.amountOfComments} of={of} panel={comments} />
      )}
    </div>
  );
}

/** Shows the panels with the likes and comments of an activity, which load when opened. */
export function SocialPanels({ activity, likes, comments, onFailure }: Social) {
  const { t } = useTranslation(['likes', 'comments']);
  const settings = useQuery(settingsQuery).data;
  return (
    <>
      {settings?.likesEnabled && likes.isOpen && (
        <section id={likes.panelId} className={`${classes.panel} pt-3`} aria-label={t('likes:title')}>
          <LikeList uuid={activity.uuid} onFailure={onFailure} />
        </section>
      )}
      {/* Stays mounted after the first opening, to keep typed text. */}
      {settings?.commentsEnabled && comments.wasOpened && (
        <section
          id={comments.panelId}
          className={`${classes.panel} pt-3`}
          aria-label={t('comments:title')}
          hidden={!comments.isOpen}
        >
          <Suspense fallback={<Waiting small />}>
            <CommentPanel activity={activity} onFailure={onFailure} />
          </Suspense>
        </section>
      )}
    </>
  );
}
