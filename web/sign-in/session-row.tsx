import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../contract/sessions.ts';
import { momentText } from '../comments/comment-moment.ts';
import { Notice } from '../ui/notice.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { useEndSession } from './queries.ts';

/** Shows a session, with its browser, its start and last use, and a button to end it. */
export function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation('security');
  const end = useEndSession(session.uuid);
  const { startedAt, seenAt, isCurrent } = session;
  const browser = session.browser ?? t('sessions.unknown');
  return (
    <div className="row spread">
      <div className="grow">
        <p className="row baseline bold gap-entry">
          {browser}
          {isCurrent && <span className="soft small semibold">{t('sessions.current')}</span>}
        </p>
        {startedAt && <p className="soft small">{t('sessions.since', { moment: momentText(startedAt) })}</p>}
        {seenAt && !isCurrent && (
          <p className="soft small">{t('sessions.seen', { moment: momentText(seenAt) })}</p>
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
