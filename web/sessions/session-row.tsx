import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../contract/sessions.ts';
import { momentText } from '../comments/comment-moment.ts';
import classes from '../ui/entry-list.module.css';
import { Notice } from '../ui/notice.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { useEndSession } from './queries.ts';
import own from './session-row.module.css';

/** A session: its browser, when it began and was last used, and a button to end it. */
export function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation('security');
  const end = useEndSession(session.uuid);
  const { startedAt, seenAt, isCurrent } = session;
  const browser = session.browser ?? t('sessions.unknown');
  return (
    <div className={classes.entry}>
      <div className={classes.about}>
        <p className={classes.name}>
          {browser}
          {isCurrent && <span className={own.current}>{t('sessions.current')}</span>}
        </p>
        {startedAt && (
          <p className={classes.small}>{t('sessions.since', { moment: momentText(startedAt) })}</p>
        )}
        {seenAt && !isCurrent && (
          <p className={classes.small}>{t('sessions.seen', { moment: momentText(seenAt) })}</p>
        )}
      </div>
      {end.isPending && <Waiting small />}
      {!isCurrent && !end.isPending && (
        <Button
          variant="default"
          aria-label={t('sessions.endLabel', { browser })}
          onClick={() => end.mutate()}
        >
          {t('sessions.end')}
        </Button>
      )}
      {end.error && <Notice kind="danger">{end.error.message}</Notice>}
    </div>
  );
}
