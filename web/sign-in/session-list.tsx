import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { sessionsQuery, useEndOtherSessions } from './queries.ts';
import { SessionRow } from './session-row.tsx';

/** Shows the sessions of the signed-in person, with buttons to end them. */
export function SessionList() {
  const { t } = useTranslation('security');
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  const endOthers = useEndOtherSessions();
  return (
    <Panel title={t('sessions.title')}>
      <div className="stack">
        <p className="soft">{t('sessions.text')}</p>
        {error && <ErrorBanner error={error} onRetry={refetch} />}
        {!sessions && !error && <Waiting />}
        {sessions && (
          <ul className="entries" aria-label={t('sessions.title')}>
            {sessions.map((session) => (
              <li key={session.uuid}>
                <SessionRow session={session} />
              </li>
            ))}
          </ul>
        )}
        {endOthers.isSuccess && <Notice kind="success">{t('sessions.othersEnded')}</Notice>}
        {endOthers.error && <Notice kind="danger">{endOthers.error.message}</Notice>}
        {endOthers.isPending && <Waiting small />}
        {sessions && sessions.length > 1 && !endOthers.isPending && (
          <Button variant="default" size="md" className="start" onClick={() => endOthers.mutate()}>
            {t('sessions.endOthers')}
          </Button>
        )}
      </div>
    </Panel>
  );
}
