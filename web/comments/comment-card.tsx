import { Button } from '@mantine/core';
import { IconEyeOff, IconFlag, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActivityComment } from '../../contract/comments.ts';
import { PersonName, usePersonName } from '../people/person-name.tsx';
import { meQuery } from '../people/queries.ts';
import classes from './comment-card.module.css';
import { CommentDeletion } from './comment-deletion.tsx';
import { momentText } from './comment-moment.ts';
import { FlagForm } from './flag-form.tsx';
import { useFlagComment, useRemoveComment } from './queries.ts';

const focus = (node: HTMLElement | null) => node?.focus();

/** Shows a comment with its actions: people can delete their own comments and flag other people's comments. */
export function CommentCard(props: {
  activityUuid: string;
  comment: ActivityComment;
  onFailure: (failure: Error) => void;
}) {
  const { activityUuid, comment, onFailure } = props;
  const { t } = useTranslation(['comments', 'activities']);
  const nameOf = usePersonName();
  const me = useQuery(meQuery).data;
  const removal = useRemoveComment(activityUuid, comment);
  const flag = useFlagComment(activityUuid, comment);
  // In the state «closed», the focus returns to the button that opened the confirmation question.
  const [question, setQuestion] = useState<'none' | 'open' | 'closed'>('none');
  const close = () => setQuestion('closed');

  if (removal.isSuccess)
    return (
      <p className={`${classes.gone} row gap-2 soft`} role="status" tabIndex={-1} ref={focus}>
        {t('removed')}
      </p>
    );
  const isOwn = comment.person.id === me?.id;
  const canBeFlagged = !isOwn && !comment.inappropriateForYou;
  return (
    <div className={classes.comment}>
      {comment.inappropriateForYou ? (
        <p className={`${classes.gone} row gap-2 soft`} tabIndex={-1} ref={flag.isSuccess ? focus : null}>
          <IconEyeOff aria-hidden size={18} /> {t('unwanted')}
        </p>
      ) : (
        <>
          <p className={`${classes.head} row baseline bold tight`}>
            <PersonName person={comment.person} />
            <time dateTime={comment.createdAt}>{momentText(comment.createdAt)}</time>
          </p>
          <p className={`${classes.content} measure`}>{comment.content}</p>
        </>
      )}
      {question === 'open' && isOwn && (
        <CommentDeletion removal={removal} onClose={close} onFailure={onFailure} />
      )}
      {question === 'open' && canBeFlagged && <FlagForm flag={flag} onClose={close} />}
      {question !== 'open' && (isOwn || canBeFlagged) && (
        <Button
          variant="subtle"
          className={`${classes.action} quiet tiny`}
          leftSection={isOwn ? <IconTrash aria-hidden size={16} /> : <IconFlag aria-hidden size={16} />}
          aria-label={t('activities:card.action', {
            action: t(isOwn ? 'delete' : 'flag.open'),
            what: [nameOf(comment.person), momentText(comment.createdAt)].join(', '),
          })}
          ref={question === 'closed' ? focus : null}
          onClick={() => setQuestion('open')}
        >
          {t(isOwn ? 'delete' : 'flag.open')}
        </Button>
      )}
    </div>
  );
}
