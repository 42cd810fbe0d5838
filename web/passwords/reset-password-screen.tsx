import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import * as sessions from '../../contract/sessions.ts';
import { CallFailure, call } from '../kit/call.ts';
import { Slogan } from '../layout/slogan.tsx';
import { continueAfterSignIn } from '../sign-in/after-sign-in.ts';
import { SignInForm } from '../sign-in/sign-in-form.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Notice } from '../ui/notice.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { PasswordPage } from './password-page.tsx';
import { resetLinkQuery } from './queries.ts';

/**
 * Shows the page that a mailed link opens. People choose a first password after an invitation, choose a new password,
 * or request another link.
 */
export default function ResetPasswordScreen() {
  const { t } = useTranslation('passwords');
  const { slug = '' } = useParams();
  const [done, setDone] = useState<{ email: string; message: string }>();
  const { data: link, error, refetch } = useQuery({ ...resetLinkQuery(slug), enabled: !done });
  const isInvitation = link?.isInvitation ?? false;
  if (!link && !error) return <Waiting />;
  return (
    <PasswordPage
      title={t(isInvitation ? 'invite.title' : 'reset.title')}
      {...(isInvitation ? { panel: <Slogan /> } : {})}
    >
      {done && (
        <>
          <Notice kind="success" focused>
            {done.message}
          </Notice>
          <SignInForm email={done.email} onSignedIn={continueAfterSignIn} />
        </>
      )}
      {!done && error && <NoLink error={error} onRetry={refetch} />}
      {!done && !error && link && (
        <>
          <p className="soft">{t(isInvitation ? 'invite.text' : 'reset.text', { email: link.email })}</p>
          <NewPasswordForm
            slug={slug}
            isInvitation={isInvitation}
            onDone={async (password, message) => {
              const finish = () => setDone({ email: link.email, message });
              if (isInvitation) await enter(link.email, password).catch(finish);
              else finish();
            }}
            onSpent={refetch}
          />
        </>
      )}
    </PasswordPage>
  );
}

/** Signs the person in after choosing a first password. Throws if signing in fails or requires a code. */
async function enter(username: string, password: string): Promise<void> {
  const answer = await call(sessions.signIn, { body: { username, password } });
  if (answer.secondFactor === 'code') throw new Error('signing in requires a code');
  await continueAfterSignIn(answer);
}

function NoLink({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const { t } = useTranslation('passwords');
  if (!(error instanceof CallFailure) || error.status !== 404)
    return <ErrorBanner error={error} onRetry={onRetry} />;
  return (
    <>
      <Notice kind="danger">{t('reset.spent')}</Notice>
      <p className="soft">{t('reset.spentNext')}</p>
      <div className="row">
        <Button component={Link} to="/" size="md">
          {t('reset.signIn')}
        </Button>
        <Button component={Link} to="/forgot-password" size="md" variant="default">
          {t('reset.again')}
        </Button>
      </div>
    </>
  );
}
