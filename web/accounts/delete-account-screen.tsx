import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PersonInfo } from '../../contract/people.ts';
import { settingsQuery } from '../configs/queries.ts';
import { CallFailure } from '../kit/call.ts';
import { removeDraftsOfOthers } from '../kit/drafts.ts';
import { basePath } from '../kit/page.ts';
import { DataExport } from '../people/data-export.tsx';
import { meQuery } from '../people/queries.ts';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';
import classes from './delete-account-screen.module.css';
import { useDeleteAccount } from './queries.ts';

/**
 * How long the confirmation is shown before the redirect to the start page, in milliseconds (from the
 * specification).
 */
const leaveAfter = 2000;

/** Lets people delete their account, and explains what is deleted and what is kept. */
export default function DeleteAccountScreen() {
  const { t } = useTranslation('people');
  const me = useQuery(meQuery).data;
  const removal = useDeleteAccount();
  return (
    <Screen
      title={t('delete.title')}
      {...(removal.isSuccess ? {} : { back: { to: '/my-profile', label: t('mine.title') } })}
    >
      {removal.isSuccess ? <Goodbye /> : me && <Confirmation person={me} removal={removal} />}
    </Screen>
  );
}

function Confirmation(props: { person: PersonInfo; removal: ReturnType<typeof useDeleteAccount> }) {
  const { person, removal } = props;
  const { t } = useTranslation('people');
  return (
    <div className={`${classes.columns} columns`}>
      <Panel>
        <Consequences />
        {removal.error && (
          <Notice kind="danger">
            <Reason failure={removal.error} />
          </Notice>
        )}
        <div className="row mt-4">
          {removal.isPending ? (
            <Waiting small />
          ) : (
            <Button className={classes.confirm as string} size="md" onClick={() => removal.mutate(person.id)}>
              {t('delete.confirm')}
            </Button>
          )}
          <Button component={Link} to="/my-profile" variant="default" size="md">
            {t('delete.keep')}
          </Button>
        </div>
      </Panel>
      <DataExport text={t('delete.exportFirst')} />
    </div>
  );
}

/**
 * Shows the specification's texts for status 400 and for server errors, and the server's message for other
 * failures.
 */
function Reason({ failure }: { failure: Error }) {
  const { t } = useTranslation('people');
  const { status } = failure as CallFailure;
  if (status === 400) return t('delete.badRequest');
  return failure instanceof CallFailure && status < 500 ? failure.message : t('delete.failed');
}

function Consequences() {
  const { t } = useTranslation('people');
  const { data: settings } = useQuery(settingsQuery);
  const isSocial = settings?.likesEnabled || settings?.commentsEnabled;
  return (
    <div className={classes.words}>
      <p className="failed bold mb-4">{t('delete.lead')}</p>
      <h2 className="title">{t('delete.goes')}</h2>
      <ul>
        <li>{t('delete.profile')}</li>
        {isSocial && <li>{t('delete.said')}</li>}
        <li>{t('delete.sessions')}</li>
      </ul>
      <h2 className="title">{t('delete.stays')}</h2>
      <ul>
        <li>{t('delete.kilometers')}</li>
        {settings?.teamsEnabled && <li>{t('delete.team')}</li>}
      </ul>
    </div>
  );
}

function Goodbye() {
  const { t } = useTranslation('people');
  useEffect(() => {
    removeDraftsOfOthers();
    // Replaces this page in the history, because its account no longer exists.
    const timer = setTimeout(() => location.replace(basePath), leaveAfter);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Notice kind="success">
      <p>{t('delete.done')}</p>
      <p>{t('delete.leaving')}</p>
    </Notice>
  );
}
