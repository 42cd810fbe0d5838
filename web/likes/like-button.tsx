import { UnstyledButton } from '@mantine/core';
import { IconHeart, IconHeartFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Activity } from '../../contract/activities.ts';
import { formatCount } from '../kit/numbers.ts';
import { type Disclosure, DisclosureButton } from '../ui/disclosure.tsx';
import classes from './like-button.module.css';
import { useToggleLike } from './queries.ts';

/** Shows a like button, and the number of likes, which opens the list of names. A like that fails is undone. */
export function LikeButton(props: {
  activity: Pick<Activity, 'uuid' | 'amountOfLikes' | 'likedByMe'>;
  /** The activity's name for the labels of the buttons. */
  of: string;
  names: Disclosure;
  onFailure: (failure: Error) => void;
}) {
  const { activity, names, onFailure } = props;
  const { t } = useTranslation(['likes', 'activities']);
  const named = (action: string) => t('activities:card.action', { action, what: props.of });
  const like = useToggleLike(activity.uuid);
  // Shows the intended state while the call is pending.
  const liked = like.isPending ? like.variables : activity.likedByMe;
  const count = activity.amountOfLikes + Number(liked) - Number(activity.likedByMe);
  const Heart = liked ? IconHeartFilled : IconHeart;
  return (
    <div className={classes.like}>
      <UnstyledButton
        className={`${classes.heart} button target quiet`}
        aria-pressed={liked}
        aria-label={named(t('like'))}
        aria-busy={like.isPending}
        onClick={() => like.isPending || like.mutate(!liked, { onError: onFailure })}
      >
        <Heart aria-hidden size={22} />
      </UnstyledButton>
      {count > 0 && (
        <DisclosureButton disclosure={names} label={named(t('names', { count }))}>
          {formatCount(count)}
        </DisclosureButton>
      )}
    </div>
  );
}
