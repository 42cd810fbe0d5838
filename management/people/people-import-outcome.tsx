import { Alert, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useTranslate } from 'react-admin';
import { isMailSent } from '../kit/mail-is-sent.ts';
import { NoMailNotice } from '../outbox/no-mail-notice.tsx';
import { WatchedTask } from '../tasks/watched-task.tsx';

/** Shows the progress of an import, and then its outcome. */
export function ImportOutcome({ task, people, invite }: { task: number; people: number; invite: boolean }) {
  const translate = useTranslate();
  const [isDone, setDone] = useState(false);
  const { data: isSent = false } = useQuery({
    queryKey: ['mail-is-sent'],
    queryFn: isMailSent,
    enabled: invite,
  });
  const t = (key: string, values?: object) => translate(`resources.people.import.${key}`, values);
  return (
    <>
      <WatchedTask id={task} onDone={() => setDone(true)} />
      {invite && <NoMailNotice />}
      {isDone ? (
        <Alert severity="success">
          {t('done', { smart_count: people })} {invite && isSent && t('invited', { smart_count: people })}
        </Alert>
      ) : (
        <Alert severity="info">{t('mayLeave')}</Alert>
      )}
      <Button component={Link} to="/people">
        {t('toPeople')}
      </Button>
    </>
  );
}
