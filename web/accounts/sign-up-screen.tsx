import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { settingsQuery } from '../configs/queries.ts';
import { AnonymousPage } from '../layout/anonymous-page.tsx';
import { Notice } from '../ui/notice.tsx';
import { GoodToKnow } from './good-to-know.tsx';
import { SignUpForm } from './sign-up-form.tsx';

/** Lets visitors create an account with a guest code. */
export default function SignUpScreen() {
  const { t } = useTranslation('accounts');
  const [done, setDone] = useState<{ activated: boolean; email: string }>();
  const { data: settings } = useQuery(settingsQuery);
  // If people can sign in only with other services, signing in there also creates the account.
  if (settings?.registrationMethod === 'providers') return <Navigate to="/" replace />;
  return (
    <AnonymousPage title={t('signUp.title')} panel={<GoodToKnow />}>
      {done ? (
        <>
          <Notice kind="success">{t(done.activated ? 'signUp.done' : 'signUp.mailed')}</Notice>
          {done.activated && (
            <Button component={Link} to="/" state={{ email: done.email }} size="md" className="start">
              {t('signUp.signIn')}
            </Button>
          )}
        </>
      ) : (
        <>
          <SignUpForm onDone={setDone} />
          <p className="soft ways">
            {t('signUp.haveAccount')} <Link to="/">{t('signUp.signIn')}</Link>
          </p>
        </>
      )}
    </AnonymousPage>
  );
}
