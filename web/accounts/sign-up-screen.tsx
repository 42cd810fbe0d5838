import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AnonymousPage } from '../layout/anonymous-page.tsx';
import { Notice } from '../ui/notice.tsx';
import { GoodToKnow } from './good-to-know.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import classes from './sign-up-screen.module.css';

/** Where visitors make an account with a guest code. */
export default function SignUpScreen() {
  const { t } = useTranslation('accounts');
  const [done, setDone] = useState(false);
  return (
    <AnonymousPage title={t('signUp.title')} panel={<GoodToKnow />}>
      {done ? (
        <>
          <Notice kind="success">{t('signUp.done')}</Notice>
          <Button component={Link} to="/" size="md" className={classes.next as string}>
            {t('signUp.signIn')}
          </Button>
        </>
      ) : (
        <>
          <SignUpForm onDone={() => setDone(true)} />
          <p className={classes.other}>
            {t('signUp.haveAccount')} <Link to="/">{t('signUp.signIn')}</Link>
          </p>
        </>
      )}
    </AnonymousPage>
  );
}
