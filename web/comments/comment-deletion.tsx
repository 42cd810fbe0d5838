import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Waiting } from '../ui/waiting.tsx';
import classes from './comment-card.module.css';
import type { useRemoveComment } from './queries.ts';

const focus = (node: HTMLElement | null) => node?.focus();

/** Asks for confirmation before a person deletes their own comment. A failed deletion changes nothing. */
export function CommentDeletion(props: {
  removal: ReturnType<typeof useRemoveComment>;
  onClose: () => void;
  onFailure: (failure: Error) => void;
}) {
  const { removal, onClose, onFailure } = props;
  const { t } = useTranslation('comments');
  const fail = (failure: Error) => {
    onClose();
    onFailure(failure);
  };
  if (removal.isPending) return <Waiting small />;
  return (
    <fieldset
      className={`${classes.question} question`}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <legend>{t('confirmDelete')}</legend>
      <Button
        color="red"
        variant="outline"
        className="danger"
        onClick={() => removal.mutate(undefined, { onError: fail })}
      >
        {t('delete')}
      </Button>
      <Button variant="default" ref={focus} onClick={onClose}>
        {t('keep')}
      </Button>
    </fieldset>
  );
}
