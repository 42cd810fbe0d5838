import { Alert, Button } from '@mui/material';
import { useState } from 'react';
import { Link, useTranslate } from 'react-admin';
import { WatchedTask } from './watched-task.tsx';

/** How far an import has come, and what has become of it. */
export function ImportOutcome({ task, people, invite }: { task: number; people: number; invite: boolean }) {
  const translate = useTranslate();
  const [isDone, setDone] = useState(false);
  const t = (key: string, values?: object) => translate(`resources.people.import.${key}`, values);
  return (
    <>
      <WatchedTask id={task} onDone={() => setDone(true)} />
      {isDone ? (
        <Alert severity="success">
          {t('done', { smart_count: people })} {invite && t('invited', { smart_count: people })}
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
