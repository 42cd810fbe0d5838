import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Waiting } from '../ui/waiting.tsx';
import classes from './activity-actions.module.css';
import type { useRemoveActivity } from './queries.ts';

const focus = (node: HTMLElement | null) => node?.focus();

/** Edit and delete of an own activity. Delete asks in place; where it fails, everything is as before. */
export function ActivityActions(props: {
  uuid: string;
  removal: ReturnType<typeof useRemoveActivity>;
  onFailure: (failure: Error) => void;
}) {
  const { uuid, removal, onFailure } = props;
  const { t } = useTranslation('activities');
  const [question, setQuestion] = useState<'none' | 'open' | 'closed'>('none');

  const fail = (failure: Error) => {
    setQuestion('closed');
    onFailure(failure);
  };
  if (removal.isPending) return <Waiting small />;
  if (question === 'open')
    return (
      <fieldset
        className={classes.question}
        onKeyDown={(event) => event.key === 'Escape' && setQuestion('closed')}
      >
        <legend>{t('card.confirmDelete')}</legend>
        <Button
          color="red"
          variant="outline"
          className={classes.confirm}
          onClick={() => removal.mutate(undefined, { onError: fail })}
        >
          {t('card.delete')}
        </Button>
        <Button variant="default" ref={focus} onClick={() => setQuestion('closed')}>
          {t('card.keep')}
        </Button>
      </fieldset>
    );
  return (
    <div className={classes.actions}>
      <Button
        component={Link}
        to={`/my-activities/edit/${uuid}`}
        variant="subtle"
        leftSection={<IconPencil aria-hidden size={18} />}
      >
        {t('card.edit')}
      </Button>
      <Button
        variant="subtle"
        leftSection={<IconTrash aria-hidden size={18} />}
        ref={question === 'closed' ? focus : null}
        onClick={() => setQuestion('open')}
      >
        {t('card.delete')}
      </Button>
    </div>
  );
}
